package dev.vectorio.testkit;

import dev.vectorio.spi.BackendCapabilities;

/**
 * How an {@link InMemoryBackend} behaves.
 *
 * @param capabilities what it declares, and keeps: a suffix or a condition that is not declared is refused
 * @param chunkBytes the most bytes of one {@code onBytes} call; odd sizes find more. At least 1
 * @param scratch where the chunks lie
 * @param versionIds true if heads carry version ids and old versions stay readable under them
 */
public record InMemorySettings(BackendCapabilities capabilities, int chunkBytes, Scratch scratch, boolean versionIds) {
    /** Where the chunks of a body lie; always overwritten as soon as the sink has returned. */
    public enum Scratch {
        /** A heap buffer with an array behind it. */
        HEAP,
        /** A direct buffer. */
        DIRECT,
        /** Heap and direct by turns, at odd positions. */
        MIXED
    }

    /**
     * @throws IllegalArgumentException if a chunk would be empty
     */
    public InMemorySettings {
        if (chunkBytes < 1) {
            throw new IllegalArgumentException("a chunk needs at least one byte: " + chunkBytes);
        }
    }

    /** Suffix ranges and conditions, 64 connections, mixed chunks of 8,191 bytes, no version ids. */
    public static InMemorySettings defaults() {
        return new InMemorySettings(new BackendCapabilities("memory", true, true, 64), 8_191, Scratch.MIXED, false);
    }

    /** With another set of capabilities. */
    public InMemorySettings withCapabilities(BackendCapabilities capabilities) {
        return new InMemorySettings(capabilities, chunkBytes, scratch, versionIds);
    }

    /** Without suffix ranges, as ADLS. */
    public InMemorySettings withoutSuffixRange() {
        return withCapabilities(new BackendCapabilities(
                capabilities.name(), false, capabilities.versionCondition(), capabilities.maxConcurrentRequests()));
    }

    /** Without conditions, as a local file system: a version given with a request is refused. */
    public InMemorySettings withoutVersionCondition() {
        return withCapabilities(new BackendCapabilities(
                capabilities.name(), capabilities.suffixRange(), false, capabilities.maxConcurrentRequests()));
    }

    /** With another size of the connection pool. */
    public InMemorySettings withMaxConcurrentRequests(int maxConcurrentRequests) {
        return withCapabilities(new BackendCapabilities(
                capabilities.name(),
                capabilities.suffixRange(),
                capabilities.versionCondition(),
                maxConcurrentRequests));
    }

    /** With another size of chunks. */
    public InMemorySettings withChunkBytes(int chunkBytes) {
        return new InMemorySettings(capabilities, chunkBytes, scratch, versionIds);
    }

    /** With another place of chunks. */
    public InMemorySettings withScratch(Scratch scratch) {
        return new InMemorySettings(capabilities, chunkBytes, scratch, versionIds);
    }

    /** With version ids. */
    public InMemorySettings withVersionIds() {
        return new InMemorySettings(capabilities, chunkBytes, scratch, true);
    }
}
