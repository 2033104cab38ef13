package dev.vectorio.engine;

import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.plan.StoreEstimate;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What the engine must know of the options.
 *
 * @param planner turns ranges into requests
 * @param profiles what a planner takes a store for
 * @param limits how much at once
 * @param retry when to try again
 * @param hedge when to send a late request twice
 * @param time how long to wait
 * @param answers what to accept
 * @param windows how much of an object's tail (or front) to fetch
 */
public record EngineSettings(
        ReadPlanner planner,
        Profiles profiles,
        Limits limits,
        RetryPolicy retry,
        HedgePolicy hedge,
        TimeLimits time,
        Answers answers,
        Windows windows) {
    /** What a planner takes a store for. */
    @FunctionalInterface
    public interface Profiles {
        /** By the scheme of its locations and what was seen of the bucket or container. */
        StoreProfile of(String scheme, StoreEstimate seen);
    }

    /**
     * How much may be in flight and in memory.
     *
     * @param requests GETs in flight of all readers together
     * @param requestsPerReader GETs in flight of one reader, while another one waits
     * @param budgetBytes undelivered and held bytes
     * @param prefetchBytes the part of the budget that prefetch and look-ahead may hold
     */
    public record Limits(int requests, int requestsPerReader, long budgetBytes, long prefetchBytes) {}

    /**
     * How long to wait.
     *
     * @param firstByte from sending a GET to its head
     * @param idle for each 64 KiB of progress, or the rest of the body
     * @param deadline of a whole read, if there is one
     */
    public record TimeLimits(Duration firstByte, Duration idle, Optional<Duration> deadline) {}

    /**
     * What to accept of an answer.
     *
     * @param versionCheck what another version means
     * @param versionPin which token pins the version
     * @param lengthMismatch what a wrong length hint means
     * @param rangeIgnoredSkipBytes how much to skip if a store answers 200 to a range; 0 for an error
     */
    public record Answers(
            VersionCheck versionCheck,
            VersionPin versionPin,
            LengthMismatch lengthMismatch,
            long rangeIgnoredSkipBytes) {}

    /**
     * How much of an object to fetch around its end, or of a small one.
     *
     * @param tailBytes size of the tail window for an object's length
     * @param unknownLengthBytes first read of an object of unknown length
     * @param wholeObjectBytes objects up to this length are held whole
     */
    public record Windows(LongUnaryOperator tailBytes, long unknownLengthBytes, long wholeObjectBytes) {}
}
