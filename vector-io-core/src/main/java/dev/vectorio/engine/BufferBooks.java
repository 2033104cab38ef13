package dev.vectorio.engine;

/** Who is told when a destination stops counting against the memory budget. */
interface BufferBooks {
    /** The range was handed to its caller, who owns the buffer now. */
    void delivered(Destination destination);

    /** The caller gave a delivered buffer back, or took it out of the library's hands. */
    void consumed(Destination destination);

    /** The buffer, if there was one, is back with its allocator. */
    void released(Destination destination);
}
