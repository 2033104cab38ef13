package dev.vectorio.engine;

/** Bytes that are in memory only because they may be wanted again. */
interface Evictable {
    /**
     * Lets the bytes go; the memory comes back at once or soon after. On the engine's executor, without a lock.
     *
     * @return false if they were claimed or dropped before
     */
    boolean evict();
}
