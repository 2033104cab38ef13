package dev.vectorio;

import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.Objective;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.AdaptivePlanner;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.plan.StoreEstimate;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that core can be told; immutable. Every component is one key of {@code docs/configuration.md} (the two policies are
 * three each), and the defaults written there are the ones in force.
 *
 * <p>So many components because a key belongs to exactly one place: groups would only lengthen the names. Nobody calls
 * the constructor with 29 arguments: start at {@link #defaults()} or {@link #from} and use the {@code with} methods.
 *
 * @param auditTag a word for the user agent of every request
 * @param maxGapBytes ranges are joined when the gap is at most this; 0: touching only; -1: never
 * @param maxWasteRatio gap bytes of one request per useful byte, at most
 * @param wasteExemptGapBytes gaps up to this size do not count as waste
 * @param maxRequestBytes no request is longer
 * @param minSplitBytes a planner that halves requests makes no part shorter
 * @param wholeObjectBytes an object known to be no longer is fetched whole; 0: none
 * @param tailBytes first request for an object's end; absent: by its length, see {@link #tailBytesFor}
 * @param unknownLengthFirstBytes first request for an object of unknown length
 * @param maxConcurrentRequests requests in flight over all readers
 * @param maxConcurrentRequestsPerReader requests in flight of one reader while another waits; more than
 *     {@code maxConcurrentRequests} binds nothing
 * @param memoryBudgetBytes undelivered and held bytes; absent: by the heap, see
 *     {@link #effectiveMemoryBudgetBytes}
 * @param prefetchBudgetShare part of the budget for what nobody waits for yet, 0 to 1
 * @param retry when a failed request is tried again
 * @param firstByteTimeout time to the first byte of an answer
 * @param idleTimeout time for the next 64 KiB of a body
 * @param deadline time for a whole read; absent: no limit
 * @param hedge duplicates of late requests
 * @param rangeIgnoredSkipLimit bytes to skip when a store ignores the range; 0: an error
 * @param versionCheck what happens when the object is replaced
 * @param versionPin which token later requests carry
 * @param lengthMismatch what happens when the caller's length was wrong
 * @param planner how ranges become requests
 * @param objective what a weighing planner makes least
 * @param profileFirstByte time to first byte of the store, the median; absent: what is assumed of its scheme
 * @param profileConnectionBandwidth bytes a second of one connection; absent: likewise
 * @param profileTotalBandwidth bytes a second of all connections; absent: likewise
 * @param lookAheadEnabled whether announced objects are fetched ahead
 * @param enabled false: plain reads, no vectored calls
 */
public record VectorIoOptions(
        Optional<String> auditTag,
        long maxGapBytes,
        double maxWasteRatio,
        long wasteExemptGapBytes,
        long maxRequestBytes,
        long minSplitBytes,
        long wholeObjectBytes,
        OptionalLong tailBytes,
        long unknownLengthFirstBytes,
        int maxConcurrentRequests,
        int maxConcurrentRequestsPerReader,
        OptionalLong memoryBudgetBytes,
        double prefetchBudgetShare,
        RetryPolicy retry,
        Duration firstByteTimeout,
        Duration idleTimeout,
        Optional<Duration> deadline,
        HedgePolicy hedge,
        long rangeIgnoredSkipLimit,
        VersionCheck versionCheck,
        VersionPin versionPin,
        LengthMismatch lengthMismatch,
        Planner planner,
        Objective objective,
        Optional<Duration> profileFirstByte,
        OptionalLong profileConnectionBandwidth,
        OptionalLong profileTotalBandwidth,
        boolean lookAheadEnabled,
        boolean enabled) {
    /** How ranges become requests. */
    public enum Planner {
        /** By the limits of these options alone: the same ranges always give the same requests. */
        FIXED,
        /** By what the store costs in time and money, within these options: see {@link AdaptivePlanner}. */
        ADAPTIVE
    }

    private static final VectorIoOptions DEFAULTS = new OptionValues().build();
    private static final long SMALLEST_TAIL_BYTES = 64 << 10;
    private static final long LARGEST_TAIL_BYTES = 1 << 20;
    private static final long LARGEST_BUDGET_BYTES = 256 << 20;

    /**
     * @throws IllegalArgumentException naming key and value if a value is not legal
     */
    public VectorIoOptions {
        OptionTable.AUDIT_TAG.require(auditTag);
        OptionTable.MAX_GAP_BYTES.require(maxGapBytes);
        OptionTable.MAX_WASTE_RATIO.require(maxWasteRatio);
        OptionTable.WASTE_EXEMPT_GAP_BYTES.require(wasteExemptGapBytes);
        OptionTable.MAX_REQUEST_BYTES.require(maxRequestBytes);
        OptionTable.MIN_SPLIT_BYTES.require(minSplitBytes);
        OptionTable.WHOLE_OBJECT_BYTES.require(wholeObjectBytes);
        OptionTable.TAIL_BYTES.require(tailBytes);
        OptionTable.UNKNOWN_LENGTH_FIRST_BYTES.require(unknownLengthFirstBytes);
        OptionTable.MAX_CONCURRENT_REQUESTS.require(maxConcurrentRequests);
        OptionTable.MAX_CONCURRENT_REQUESTS_PER_READER.require(maxConcurrentRequestsPerReader);
        OptionTable.MEMORY_BUDGET_BYTES.require(memoryBudgetBytes);
        OptionTable.PREFETCH_BUDGET_SHARE.require(prefetchBudgetShare);
        OptionTable.RETRY_MAX_ATTEMPTS.require(retry.maxAttempts());
        OptionTable.RETRY_BASE_DELAY.require(retry.baseDelay());
        OptionTable.RETRY_MAX_DELAY.require(retry.maxDelay());
        OptionTable.FIRST_BYTE_TIMEOUT.require(firstByteTimeout);
        OptionTable.IDLE_TIMEOUT.require(idleTimeout);
        OptionTable.DEADLINE.require(deadline);
        OptionTable.HEDGE_ENABLED.require(hedge.enabled());
        OptionTable.HEDGE_MAX_RATIO.require(hedge.maxRatio());
        OptionTable.HEDGE_DELAY.require(hedge.delay());
        OptionTable.RANGE_IGNORED_SKIP_LIMIT.require(rangeIgnoredSkipLimit);
        OptionTable.VERSION_CHECK.require(versionCheck);
        OptionTable.VERSION_PIN.require(versionPin);
        OptionTable.LENGTH_MISMATCH.require(lengthMismatch);
        OptionTable.PLANNER.require(planner);
        OptionTable.OBJECTIVE.require(objective);
        OptionTable.PROFILE_FIRST_BYTE.require(profileFirstByte);
        OptionTable.PROFILE_CONNECTION_BANDWIDTH.require(profileConnectionBandwidth);
        OptionTable.PROFILE_TOTAL_BANDWIDTH.require(profileTotalBandwidth);
        OptionTable.LOOK_AHEAD_ENABLED.require(lookAheadEnabled);
        OptionTable.ENABLED.require(enabled);
    }

    /** The documented defaults. */
    public static VectorIoOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The defaults, changed by those properties that begin with {@code vectorio.}. Keys of other modules
     * ({@code vectorio.s3.}, {@code gcs.}, {@code adls.}, {@code hadoop.}, {@code iceberg.}, {@code test.}) and all keys
     * without the prefix are left alone.
     *
     * @param properties as users write them; sizes such as {@code 128K}, times such as {@code 500ms} or {@code PT5S}
     * @throws IllegalArgumentException naming key and value if a key is unknown (with the nearest known one), a value
     *     malformed, or two given values contradict each other
     */
    public static VectorIoOptions from(Map<String, String> properties) {
        return OptionValues.parse(properties).build();
    }

    /** All keys with the values in force, in the order of the documentation; {@link #from} gives these options back. */
    public Map<String, String> toProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        OptionTable.ALL.forEach(option -> properties.put(option.fullKey(), printed(option)));
        return properties;
    }

    private <T> String printed(Option<T> option) {
        return option.print(option.component().apply(this));
    }

    /**
     * How many bytes of an object's end the first request for it asks for.
     *
     * @param length the object's length in bytes, at least 0; the tail is never longer
     */
    public long tailBytesFor(long length) {
        long automatic = Math.max(SMALLEST_TAIL_BYTES, Math.min(length / 1000, LARGEST_TAIL_BYTES));
        return Math.min(length, tailBytes.orElse(automatic));
    }

    /** The planner that these options ask for. */
    public ReadPlanner newPlanner() {
        return switch (planner) {
            case FIXED -> new CoalescingPlanner(coalescingPolicy());
            case ADAPTIVE -> new AdaptivePlanner(coalescingPolicy(), minSplitBytes, objective, profileOf("s3"));
        };
    }

    /**
     * What planners that weigh take a store for: what is assumed of its scheme, changed by the options of {@code profile.},
     * with as many requests at once as these options allow. A first byte that is given moves its tail in proportion.
     *
     * @param scheme of the locations
     */
    public StoreProfile profileOf(String scheme) {
        return profileOf(scheme, StoreEstimate.none());
    }

    /**
     * The same with what was seen of one bucket or container, where the options of {@code profile.} do not say otherwise.
     *
     * @param scheme of the locations
     */
    public StoreProfile profileOf(String scheme, StoreEstimate seen) {
        StoreProfile assumed = StoreProfile.ofScheme(scheme)
                .withConcurrency(maxConcurrentRequests)
                .learned(seen);
        Duration median = profileFirstByte.orElse(assumed.firstByte());
        double scale = (double) median.toNanos() / assumed.firstByte().toNanos();
        Duration tail = Duration.ofNanos(Math.round(assumed.firstByteTail().toNanos() * scale));
        return assumed.withFirstByte(median, tail)
                .withBandwidth(
                        profileConnectionBandwidth.orElse(assumed.connectionBytesPerSecond()),
                        profileTotalBandwidth.orElse(assumed.totalBytesPerSecond()));
    }

    /** The numbers of the fixed planner; of the adaptive one all but the gap limit. */
    public CoalescingPolicy coalescingPolicy() {
        return CoalescingPolicy.defaults()
                .withMaxGapBytes(maxGapBytes)
                .withWaste(maxWasteRatio, wasteExemptGapBytes)
                .withMaxRequestBytes(maxRequestBytes)
                .withWholeObjectBytes(wholeObjectBytes);
    }

    /** The memory budget in bytes; where none is given, 256 MiB or a quarter of the maximum heap, whichever is less. */
    public long effectiveMemoryBudgetBytes() {
        return effectiveMemoryBudgetBytes(Runtime.getRuntime().maxMemory());
    }

    long effectiveMemoryBudgetBytes(long maxHeapBytes) {
        return memoryBudgetBytes.orElse(Math.min(LARGEST_BUDGET_BYTES, maxHeapBytes / 4));
    }

    private <T> VectorIoOptions with(Option<T> option, T value) {
        return OptionValues.of(this).set(option, value).build();
    }

    /** These options with another {@link #auditTag}. */
    public VectorIoOptions withAuditTag(String auditTag) {
        return with(OptionTable.AUDIT_TAG, Optional.of(auditTag));
    }

    /** These options with another {@link #maxGapBytes}. */
    public VectorIoOptions withMaxGapBytes(long maxGapBytes) {
        return with(OptionTable.MAX_GAP_BYTES, maxGapBytes);
    }

    /** These options with another {@link #maxWasteRatio}. */
    public VectorIoOptions withMaxWasteRatio(double maxWasteRatio) {
        return with(OptionTable.MAX_WASTE_RATIO, maxWasteRatio);
    }

    /** These options with another {@link #wasteExemptGapBytes}. */
    public VectorIoOptions withWasteExemptGapBytes(long wasteExemptGapBytes) {
        return with(OptionTable.WASTE_EXEMPT_GAP_BYTES, wasteExemptGapBytes);
    }

    /** These options with another {@link #maxRequestBytes}. */
    public VectorIoOptions withMaxRequestBytes(long maxRequestBytes) {
        return with(OptionTable.MAX_REQUEST_BYTES, maxRequestBytes);
    }

    /** These options with another {@link #minSplitBytes}. */
    public VectorIoOptions withMinSplitBytes(long minSplitBytes) {
        return with(OptionTable.MIN_SPLIT_BYTES, minSplitBytes);
    }

    /** These options with another {@link #wholeObjectBytes}. */
    public VectorIoOptions withWholeObjectBytes(long wholeObjectBytes) {
        return with(OptionTable.WHOLE_OBJECT_BYTES, wholeObjectBytes);
    }

    /** These options with another {@link #tailBytes}. */
    public VectorIoOptions withTailBytes(long tailBytes) {
        return with(OptionTable.TAIL_BYTES, OptionalLong.of(tailBytes));
    }

    /** These options with another {@link #unknownLengthFirstBytes}. */
    public VectorIoOptions withUnknownLengthFirstBytes(long unknownLengthFirstBytes) {
        return with(OptionTable.UNKNOWN_LENGTH_FIRST_BYTES, unknownLengthFirstBytes);
    }

    /** These options with another {@link #maxConcurrentRequests}. */
    public VectorIoOptions withMaxConcurrentRequests(int maxConcurrentRequests) {
        return with(OptionTable.MAX_CONCURRENT_REQUESTS, maxConcurrentRequests);
    }

    /** These options with another {@link #maxConcurrentRequestsPerReader}. */
    public VectorIoOptions withMaxConcurrentRequestsPerReader(int maxConcurrentRequestsPerReader) {
        return with(OptionTable.MAX_CONCURRENT_REQUESTS_PER_READER, maxConcurrentRequestsPerReader);
    }

    /** These options with another {@link #memoryBudgetBytes}. */
    public VectorIoOptions withMemoryBudgetBytes(long memoryBudgetBytes) {
        return with(OptionTable.MEMORY_BUDGET_BYTES, OptionalLong.of(memoryBudgetBytes));
    }

    /** These options with another {@link #prefetchBudgetShare}. */
    public VectorIoOptions withPrefetchBudgetShare(double prefetchBudgetShare) {
        return with(OptionTable.PREFETCH_BUDGET_SHARE, prefetchBudgetShare);
    }

    /** These options with another {@link #retry}. */
    public VectorIoOptions withRetry(RetryPolicy retry) {
        return OptionValues.of(this)
                .set(OptionTable.RETRY_MAX_ATTEMPTS, retry.maxAttempts())
                .set(OptionTable.RETRY_BASE_DELAY, retry.baseDelay())
                .set(OptionTable.RETRY_MAX_DELAY, retry.maxDelay())
                .build();
    }

    /** These options with another {@link #firstByteTimeout}. */
    public VectorIoOptions withFirstByteTimeout(Duration firstByteTimeout) {
        return with(OptionTable.FIRST_BYTE_TIMEOUT, firstByteTimeout);
    }

    /** These options with another {@link #idleTimeout}. */
    public VectorIoOptions withIdleTimeout(Duration idleTimeout) {
        return with(OptionTable.IDLE_TIMEOUT, idleTimeout);
    }

    /** These options with another {@link #deadline}. */
    public VectorIoOptions withDeadline(Duration deadline) {
        return with(OptionTable.DEADLINE, Optional.of(deadline));
    }

    /** These options with another {@link #hedge}. */
    public VectorIoOptions withHedge(HedgePolicy hedge) {
        return OptionValues.of(this)
                .set(OptionTable.HEDGE_ENABLED, hedge.enabled())
                .set(OptionTable.HEDGE_MAX_RATIO, hedge.maxRatio())
                .set(OptionTable.HEDGE_DELAY, hedge.delay())
                .build();
    }

    /** These options with another {@link #rangeIgnoredSkipLimit}. */
    public VectorIoOptions withRangeIgnoredSkipLimit(long rangeIgnoredSkipLimit) {
        return with(OptionTable.RANGE_IGNORED_SKIP_LIMIT, rangeIgnoredSkipLimit);
    }

    /** These options with another {@link #versionCheck}. */
    public VectorIoOptions withVersionCheck(VersionCheck versionCheck) {
        return with(OptionTable.VERSION_CHECK, versionCheck);
    }

    /** These options with another {@link #versionPin}. */
    public VectorIoOptions withVersionPin(VersionPin versionPin) {
        return with(OptionTable.VERSION_PIN, versionPin);
    }

    /** These options with another {@link #lengthMismatch}. */
    public VectorIoOptions withLengthMismatch(LengthMismatch lengthMismatch) {
        return with(OptionTable.LENGTH_MISMATCH, lengthMismatch);
    }

    /** These options with another {@link #planner}. */
    public VectorIoOptions withPlanner(Planner planner) {
        return with(OptionTable.PLANNER, planner);
    }

    /** These options with another {@link #objective}. */
    public VectorIoOptions withObjective(Objective objective) {
        return with(OptionTable.OBJECTIVE, objective);
    }

    /** These options with another {@link #profileFirstByte}. */
    public VectorIoOptions withProfileFirstByte(Duration profileFirstByte) {
        return with(OptionTable.PROFILE_FIRST_BYTE, Optional.of(profileFirstByte));
    }

    /** These options with another {@link #profileConnectionBandwidth}. */
    public VectorIoOptions withProfileConnectionBandwidth(long profileConnectionBandwidth) {
        return with(OptionTable.PROFILE_CONNECTION_BANDWIDTH, OptionalLong.of(profileConnectionBandwidth));
    }

    /** These options with another {@link #profileTotalBandwidth}. */
    public VectorIoOptions withProfileTotalBandwidth(long profileTotalBandwidth) {
        return with(OptionTable.PROFILE_TOTAL_BANDWIDTH, OptionalLong.of(profileTotalBandwidth));
    }

    /** These options with another {@link #lookAheadEnabled}. */
    public VectorIoOptions withLookAheadEnabled(boolean lookAheadEnabled) {
        return with(OptionTable.LOOK_AHEAD_ENABLED, lookAheadEnabled);
    }

    /** These options with another {@link #enabled}. */
    public VectorIoOptions withEnabled(boolean enabled) {
        return with(OptionTable.ENABLED, enabled);
    }
}
