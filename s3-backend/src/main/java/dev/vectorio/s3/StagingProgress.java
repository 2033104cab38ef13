package dev.vectorio.s3;

import java.util.OptionalLong;

/** Hears how far a transfer is. What it throws is dropped: it cannot stop a transfer. */
@FunctionalInterface
public interface StagingProgress {
    /**
     * Some more bytes have moved. Called from the client's threads, for several files at once; returns quickly.
     *
     * @param file which transfer
     * @param moved bytes moved so far, of this attempt
     * @param total bytes in all, as soon as they are known
     */
    void moved(StagedFile file, long moved, OptionalLong total);

    /** Hears nothing. */
    static StagingProgress none() {
        return (file, moved, total) -> {};
    }
}
