package dev.vectorio.hadoop;

/**
 * Is told what a stream does, on the thread of its caller. Implementations put it where Hadoop's users look for it.
 */
public interface StreamCounts {
    /** Bytes were handed to the caller, or asked for by a vectored read. */
    void bytesRead(long bytes);

    /** A read of the stream, or at a position, begins; it wants so many bytes. */
    void readStarted(long position, long bytes);

    /** A read that must be complete begins. */
    void readFullyStarted(long position, long bytes);

    /**
     * The position was changed.
     *
     * @param distance forwards if positive, in bytes
     */
    void sought(long distance);

    /** Bytes were passed over. */
    void skipped(long bytes);

    /** A vectored read of so many ranges begins. */
    void vectored(int ranges);

    /** Something failed. */
    void failed();

    /** The caller gave up what is in memory. */
    void unbuffered();

    /** The stream ends; told once. */
    void closed();
}
