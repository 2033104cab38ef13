package dev.vectorio.engine;

/** Who is told when a destination stops counting against the memory budget. */
interface BufferBooks {
    /** The last byte is in: the range is handed to its caller, who owns the buffer now, or held. */
    void delivered(Destination destination);

    /** The buffer, if there was one, is back with its allocator or out of the library's hands. Idempotent. */
    void gone(Destination destination);
}
