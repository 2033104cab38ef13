package dev.vectorio;

import dev.vectorio.Option.Legal;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.Objective;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The one table of core's options: key, legal values, default, component and meaning. Parsing, printing, checks and the
 * documentation all derive from it. A new option is a row here, a component with its {@code with} method, and a line in
 * {@link OptionValues#build()}; a test names whichever is missing.
 *
 * <p>Longer than other types because a table is read row by row and is of no use in halves.
 */
final class OptionTable {
    /** What every key begins with, in Java properties, Hadoop configuration and Iceberg properties alike. */
    static final String PREFIX = "vectorio.";

    /** First parts of keys that belong to other modules, each with a table of its own. */
    static final List<String> FOREIGN = List.of("s3.", "gcs.", "adls.", "hadoop.", "iceberg.", "test.");

    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

    private static final Legal<Long> ANY_SIZE =
            new Legal<>(ValueFormat.BYTES, "`0` or a size such as `131072`, `128K` or `2MiB`", n -> n >= 0);
    private static final Legal<Long> SOME_SIZE =
            new Legal<>(ValueFormat.BYTES, "a size of at least 1, such as `131072`, `128K` or `2MiB`", n -> n > 0);
    private static final Legal<OptionalLong> AUTO_SIZE = new Legal<>(
            ValueFormat.BYTES_OR_AUTO,
            "`auto` or a size of at least 1, such as `131072`, `128K` or `2MiB`",
            n -> n.orElse(1) > 0);
    private static final Legal<Integer> SOME =
            new Legal<>(ValueFormat.COUNT, "a whole number of at least 1", n -> n > 0);
    private static final Legal<Double> SHARE =
            new Legal<>(ValueFormat.RATIO, "a number from 0 to 1, such as `0.5`", n -> n >= 0 && n <= 1);
    private static final Legal<Duration> ANY_TIME = new Legal<>(
            ValueFormat.TIME, "a time from `0s` to a year, such as `500ms`, `2s` or `PT5S`", OptionTable::isTime);
    private static final Legal<Duration> SOME_TIME = new Legal<>(
            ValueFormat.TIME,
            "a time of more than 0 and at most a year, such as `500ms`, `2s` or `PT5S`",
            OptionTable::isSomeTime);
    private static final Legal<Boolean> SWITCH = new Legal<>(ValueFormat.SWITCH, "`true` or `false`", b -> true);

    static final Option<Optional<String>> AUDIT_TAG = new Option<>(
            "audit-tag",
            new Legal<>(
                    ValueFormat.TEXT.or("none"),
                    "`none` or 1 to 64 printable ASCII characters without spaces and parentheses",
                    tag -> tag.map(OptionTable::isAuditTag).orElse(true)),
            Optional.empty(),
            VectorIoOptions::auditTag,
            "A word for the user agent of every request, to count requests per job in the store's access logs.");
    static final Option<Long> MAX_GAP_BYTES = new Option<>(
            "max-gap-bytes",
            new Legal<>(
                    ValueFormat.BYTES_OR_MINUS_ONE,
                    "`-1`, `0` or a size such as `131072`, `128K` or `2MiB`",
                    n -> n >= -1),
            512 * KIB,
            VectorIoOptions::maxGapBytes,
            "Two ranges become one request when the gap between them is at most this. 0 joins touching ranges only; "
                    + "-1 never joins.");
    static final Option<Double> MAX_WASTE_RATIO = new Option<>(
            "max-waste-ratio",
            new Legal<>(ValueFormat.RATIO, "a number from 0 to 1000000, such as `1.5`", n -> n >= 0 && n <= 1e6),
            1.0,
            VectorIoOptions::maxWasteRatio,
            "Gap bytes of one request are at most this many times its useful bytes.");
    static final Option<Long> WASTE_EXEMPT_GAP_BYTES = new Option<>(
            "waste-exempt-gap-bytes",
            ANY_SIZE,
            128 * KIB,
            VectorIoOptions::wasteExemptGapBytes,
            "Gaps up to this size do not count towards `max-waste-ratio`: reading them costs less than a request.");
    static final Option<Long> MAX_REQUEST_BYTES = new Option<>(
            "max-request-bytes",
            SOME_SIZE,
            8 * MIB,
            VectorIoOptions::maxRequestBytes,
            "No request is longer; what is longer is cut into parts that are fetched side by side.");
    static final Option<Long> MIN_SPLIT_BYTES = new Option<>(
            "min-split-bytes",
            SOME_SIZE,
            MIB,
            VectorIoOptions::minSplitBytes,
            "Row groups that are read one after another are fetched by requests of an eighth of one, but of no less than "
                    + "this (see docs/parquet.md); the adaptive planner cuts wanted bytes into no shorter parts.");
    static final Option<Long> WHOLE_OBJECT_BYTES = new Option<>(
            "whole-object-bytes",
            ANY_SIZE,
            3 * MIB,
            VectorIoOptions::wholeObjectBytes,
            "An object known to be no longer, nor longer than half of the memory budget, is fetched whole with one request. 0 turns this off.");
    static final Option<OptionalLong> TAIL_BYTES = new Option<>(
            "tail-bytes",
            AUTO_SIZE,
            OptionalLong.empty(),
            VectorIoOptions::tailBytes,
            "The first request for the end of an object. `auto`: a thousandth of its length, at least 64 KiB, at most "
                    + "1 MiB.");
    static final Option<Long> UNKNOWN_LENGTH_FIRST_BYTES = new Option<>(
            "unknown-length-first-bytes",
            SOME_SIZE,
            MIB,
            VectorIoOptions::unknownLengthFirstBytes,
            "The first request for an object of unknown length: its end where the store serves suffix ranges, else "
                    + "its beginning. Half of the memory budget at most.");
    static final Option<Integer> MAX_CONCURRENT_REQUESTS = new Option<>(
            "max-concurrent-requests",
            SOME,
            64,
            VectorIoOptions::maxConcurrentRequests,
            "Requests in flight over all readers of one `VectorIo`; never more than the client's pool holds.");
    static final Option<Integer> MAX_CONCURRENT_REQUESTS_PER_READER = new Option<>(
            "max-concurrent-requests-per-reader",
            SOME,
            32,
            VectorIoOptions::maxConcurrentRequestsPerReader,
            "Requests in flight of one reader while another one waits; a lone reader may use all.");
    static final Option<OptionalLong> MEMORY_BUDGET_BYTES = new Option<>(
            "memory-budget-bytes",
            AUTO_SIZE,
            OptionalLong.empty(),
            VectorIoOptions::memoryBudgetBytes,
            "Bytes fetched but not yet delivered, and bytes held, together at most (plus one range). `auto`: 256 MiB "
                    + "or a quarter of the maximum heap, whichever is less.");
    static final Option<Double> PREFETCH_BUDGET_SHARE = new Option<>(
            "prefetch.budget-share",
            SHARE,
            0.5,
            VectorIoOptions::prefetchBudgetShare,
            "The part of the memory budget that row-group prefetch, read-ahead and look-ahead may hold together. 0 turns "
                    + "them off.");
    static final Option<Integer> RETRY_MAX_ATTEMPTS = new Option<>(
            "retry.max-attempts",
            new Legal<>(
                    ValueFormat.COUNT,
                    "a whole number from 1 to " + RetryPolicy.MAX_ATTEMPTS_PER_REQUEST,
                    n -> n > 0 && n <= RetryPolicy.MAX_ATTEMPTS_PER_REQUEST),
            RetryPolicy.defaults().maxAttempts(),
            options -> options.retry().maxAttempts(),
            "Attempts of a request since it last made progress, the first one included. 1 never tries again.");
    static final Option<Duration> RETRY_BASE_DELAY = new Option<>(
            "retry.base-delay",
            ANY_TIME,
            RetryPolicy.defaults().baseDelay(),
            options -> options.retry().baseDelay(),
            "Upper bound of the first random pause; it doubles with every attempt.");
    static final Option<Duration> RETRY_MAX_DELAY = new Option<>(
            "retry.max-delay",
            ANY_TIME,
            RetryPolicy.defaults().maxDelay(),
            options -> options.retry().maxDelay(),
            "Upper bound of every random pause; at least `retry.base-delay`.");
    static final Option<Duration> FIRST_BYTE_TIMEOUT = new Option<>(
            "first-byte-timeout",
            SOME_TIME,
            Duration.ofSeconds(10),
            VectorIoOptions::firstByteTimeout,
            "A request without an answer for this long is given up and tried again.");
    static final Option<Duration> IDLE_TIMEOUT = new Option<>(
            "idle-timeout",
            SOME_TIME,
            Duration.ofSeconds(10),
            VectorIoOptions::idleTimeout,
            "A body that brings less than 64 KiB within this time is given up and resumed.");
    static final Option<Optional<Duration>> DEADLINE = new Option<>(
            "deadline",
            new Legal<>(ValueFormat.TIME.or("none"), "`none` or " + SOME_TIME.words(), OptionTable::isSomeTimeOrNone),
            Optional.empty(),
            VectorIoOptions::deadline,
            "A read that takes longer in all, pauses included, fails with `TIMEOUT`.");
    static final Option<Boolean> HEDGE_ENABLED = new Option<>(
            "hedge.enabled",
            SWITCH,
            HedgePolicy.defaults().enabled(),
            options -> options.hedge().enabled(),
            "A request whose first byte is late is sent once more, on another connection; the first answer is used and the "
                    + "other request aborted. Not while the store throttles or is slow as a whole.");
    static final Option<Double> HEDGE_MAX_RATIO = new Option<>(
            "hedge.max-ratio",
            SHARE,
            HedgePolicy.defaults().maxRatio(),
            options -> options.hedge().maxRatio(),
            "Duplicates by requests at most, for each bucket or container; what is not used is put by for a hundred requests.");
    static final Option<Optional<Duration>> HEDGE_DELAY = new Option<>(
            "hedge.delay",
            new Legal<>(ValueFormat.TIME.or("auto"), "`auto` or " + SOME_TIME.words(), OptionTable::isSomeTimeOrNone),
            HedgePolicy.defaults().delay(),
            options -> options.hedge().delay(),
            "How late a first byte must be. `auto`: later than the 95th percentile and than three medians of the last 128; "
                    + "none is late before there are 20.");
    static final Option<Long> RANGE_IGNORED_SKIP_LIMIT = new Option<>(
            "range-ignored-skip-limit",
            ANY_SIZE,
            0L,
            VectorIoOptions::rangeIgnoredSkipLimit,
            "Bytes to skip at most when a store ignores the range and sends the object from its beginning; before a "
                    + "tail that is all but the tail. 0: such an answer is an error.");
    static final Option<VersionCheck> VERSION_CHECK = new Option<>(
            "version-check",
            ValueFormat.oneOf(VersionCheck.class),
            VersionCheck.STRICT,
            VectorIoOptions::versionCheck,
            "What happens when the object is replaced while it is read: `strict` fails, `warn` logs and goes on, `off` "
                    + "does not look. Another length fails in each.");
    static final Option<VersionPin> VERSION_PIN = new Option<>(
            "version-pin",
            ValueFormat.oneOf(VersionPin.class),
            VersionPin.ETAG,
            VectorIoOptions::versionPin,
            "The token that later requests carry. `version-id` reads a replaced object to its end as it was, where the "
                    + "bucket keeps versions.");
    static final Option<LengthMismatch> LENGTH_MISMATCH = new Option<>(
            "length-mismatch",
            ValueFormat.oneOf(LengthMismatch.class),
            LengthMismatch.ADOPT,
            VectorIoOptions::lengthMismatch,
            "What happens when the caller's length was wrong: `adopt` plans once more with the true one, `fail` names "
                    + "both.");
    static final Option<VectorIoOptions.Planner> PLANNER = new Option<>(
            "planner",
            ValueFormat.oneOf(VectorIoOptions.Planner.class),
            VectorIoOptions.Planner.FIXED,
            VectorIoOptions::planner,
            "How ranges become requests: `fixed` by the limits of this page alone; `adaptive` by what the store costs, "
                    + "with `max-waste-ratio` as the bound and requests of up to four times `max-request-bytes`, and "
                    + "without `max-gap-bytes` (see docs/design/planner.md).");
    static final Option<Objective> OBJECTIVE = new Option<>(
            "objective",
            ValueFormat.oneOf(Objective.class),
            Objective.TIME,
            VectorIoOptions::objective,
            "What the adaptive planner makes least: the time; the price of requests and bytes at up to a twentieth more time; "
                    + "or that price and the time, at 20 dollars an hour. The fixed planner does not weigh.");
    static final Option<Optional<Duration>> PROFILE_FIRST_BYTE = new Option<>(
            "profile.first-byte",
            new Legal<>(ValueFormat.TIME.or("auto"), "`auto` or " + SOME_TIME.words(), OptionTable::isSomeTimeOrNone),
            Optional.empty(),
            VectorIoOptions::profileFirstByte,
            "For the adaptive planner: time to the first byte of a GET, the median. `auto`: what is assumed of the "
                    + "scheme, and what is measured (see docs/design/planner.md).");
    static final Option<OptionalLong> PROFILE_CONNECTION_BANDWIDTH = new Option<>(
            "profile.connection-bandwidth",
            AUTO_SIZE,
            OptionalLong.empty(),
            VectorIoOptions::profileConnectionBandwidth,
            "For the adaptive planner: bytes a second of one connection. `auto`: likewise.");
    static final Option<OptionalLong> PROFILE_TOTAL_BANDWIDTH = new Option<>(
            "profile.total-bandwidth",
            AUTO_SIZE,
            OptionalLong.empty(),
            VectorIoOptions::profileTotalBandwidth,
            "For the adaptive planner: bytes a second of all connections together. `auto`: likewise, 10 Gbit/s.");
    static final Option<Boolean> LOOK_AHEAD_ENABLED = new Option<>(
            "look-ahead.enabled",
            SWITCH,
            true,
            VectorIoOptions::lookAheadEnabled,
            "Objects announced as a list are fetched ahead once the first of them is opened.");
    static final Option<Boolean> ENABLED = new Option<>(
            "enabled",
            SWITCH,
            true,
            VectorIoOptions::enabled,
            "false: plain reads and no vectored calls, to rule this library out in an incident.");

    /** All rows, in the order of the documentation. */
    static final List<Option<?>> ALL = List.of(
            AUDIT_TAG,
            MAX_GAP_BYTES,
            MAX_WASTE_RATIO,
            WASTE_EXEMPT_GAP_BYTES,
            MAX_REQUEST_BYTES,
            MIN_SPLIT_BYTES,
            WHOLE_OBJECT_BYTES,
            TAIL_BYTES,
            UNKNOWN_LENGTH_FIRST_BYTES,
            MAX_CONCURRENT_REQUESTS,
            MAX_CONCURRENT_REQUESTS_PER_READER,
            MEMORY_BUDGET_BYTES,
            PREFETCH_BUDGET_SHARE,
            RETRY_MAX_ATTEMPTS,
            RETRY_BASE_DELAY,
            RETRY_MAX_DELAY,
            FIRST_BYTE_TIMEOUT,
            IDLE_TIMEOUT,
            DEADLINE,
            HEDGE_ENABLED,
            HEDGE_MAX_RATIO,
            HEDGE_DELAY,
            RANGE_IGNORED_SKIP_LIMIT,
            VERSION_CHECK,
            VERSION_PIN,
            LENGTH_MISMATCH,
            PLANNER,
            OBJECTIVE,
            PROFILE_FIRST_BYTE,
            PROFILE_CONNECTION_BANDWIDTH,
            PROFILE_TOTAL_BANDWIDTH,
            LOOK_AHEAD_ENABLED,
            ENABLED);

    private OptionTable() {}

    private static boolean isAuditTag(String tag) {
        return tag.matches("[!-'*-~]{1,64}") && !tag.equals("none");
    }

    private static boolean isTime(Duration time) {
        return !time.isNegative() && time.compareTo(Duration.ofDays(365)) <= 0;
    }

    private static boolean isSomeTime(Duration time) {
        return isTime(time) && !time.isZero();
    }

    private static boolean isSomeTimeOrNone(Optional<Duration> time) {
        return time.map(OptionTable::isSomeTime).orElse(true);
    }
}
