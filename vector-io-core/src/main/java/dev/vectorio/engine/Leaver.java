package dev.vectorio.engine;

import java.util.concurrent.CompletableFuture;

/** Bytes on their way from a reader's memory to a new owner, or back to their allocator; closing the reader waits for them. */
final class Leaver {
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** Completes when they have left. Never fails. */
    CompletableFuture<Void> gone() {
        return gone;
    }
}
