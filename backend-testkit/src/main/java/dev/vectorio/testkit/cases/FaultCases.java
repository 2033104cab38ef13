package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.SyntheticBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The cases that need a store which fails on demand. */
public abstract class FaultCases extends ReadCases {
    private static final int MIB = 1 << 20;
    private static final int ALWAYS = Integer.MAX_VALUE;

    /** For subclasses. */
    protected FaultCases() {}

    /**
     * Lets GETs of a key fail.
     *
     * @param rangeFrom only those whose range begins here, or all
     * @param times how many of them, the first ones
     */
    protected abstract void spoil(String key, OptionalLong rangeFrom, Fault fault, int times);

    /** Makes the store well again. */
    protected abstract void heal();

    /** The {@code Range} headers of the GETs of a key, in the order of their coming. */
    protected abstract List<String> asked(String key) throws Exception;

    /** GETs whose answers are under way, as the store sees it. */
    protected abstract int underWay();

    /** How this store asks for fewer requests. */
    protected abstract StoreAnswer throttledAnswer();

    private void spoil(String key, Fault fault) {
        spoil(key, OptionalLong.empty(), fault, ALWAYS);
    }

    private Fault throttled(Optional<Duration> retryAfter) {
        return new Fault.FailBeforeHead(Kind.THROTTLED, throttledAnswer().withRetryAfter(retryAfter));
    }

    private static Fault refused(Kind kind, int status) {
        StoreAnswer answer = StoreAnswer.ofStatus(status).withCode(Optional.of("Refused"), Optional.of("request-7"));
        return new Fault.FailBeforeHead(kind, answer);
    }

    private List<String> asked(String key, long from) throws Exception {
        return asked(key).stream()
                .filter(range -> range.startsWith("bytes=" + from + "-"))
                .toList();
    }

    @Test
    @DisplayName("B02 a body that is cut goes on at its first missing byte, and its siblings are fetched once")
    void cutBodyGoesOn() throws Exception {
        SyntheticBytes content = store("cut", 9L * MIB);
        List<ByteRange> ranges = new ArrayList<>(List.of(ByteRange.of(0, 8 * MIB)));
        for (int i = 0; i < 7; i++) {
            ranges.add(ByteRange.of(8L * MIB + 100_000L * i, 50_000));
        }
        spoil("cut", OptionalLong.of(0), new Fault.ShortBody(3_000_000), 1);
        try (VectorIo io = io(attempts(5));
                RangeReader reader = io.open(known("cut", 9L * MIB));
                VectoredRead read = reader.readVectored(ranges, options())) {
            for (int i = 0; i < ranges.size(); i++) {
                require(content, ranges.get(i), read.await(i));
            }
            assertThat(asked("cut"))
                    .hasSize(9)
                    .contains("bytes=0-8388607", "bytes=3000000-8388607")
                    .doesNotHaveDuplicates();
            assertThat(reader.stats().retriedBytes()).isZero();
            assertThat(reader.stats().fetchedBytes()).isEqualTo(8L * MIB + 350_000);
        }
    }

    @Test
    @DisplayName("B02 a connection that is reset in the body goes on where it broke, without a byte wrong")
    void resetBodyGoesOn() throws Exception {
        SyntheticBytes content = store("reset", 8L * MIB);
        spoil("reset", OptionalLong.of(0), new Fault.Reset(3_000_000), 1);
        try (VectorIo io = io(attempts(5));
                RangeReader reader = io.open(known("reset", 8L * MIB))) {
            requireRead(reader, content, ByteRange.of(0, 8L * MIB));
            assertThat(asked("reset")).hasSize(2);
            long again = Long.parseLong(asked("reset").get(1).replaceAll("bytes=(\\d+)-8388607", "$1"));
            assertThat(again).isLessThanOrEqualTo(3_000_000); // a reset drops what the client has not read
            assertThat(reader.stats().fetchedBytes()).isEqualTo(8L * MIB);
        }
    }

    @Test
    @DisplayName("B02 after the last attempt one range fails, naming attempts and causes, and the others come")
    void lastAttemptFailsItsRangeAlone() throws Exception {
        SyntheticBytes content = store("broken", MIB);
        spoil("broken", OptionalLong.of(0), new Fault.Reset(0), ALWAYS);
        ByteRange other = ByteRange.of(500_000, 1_000);
        try (VectorIo io = io(attempts(3));
                RangeReader reader = io.open(known("broken", MIB));
                VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 1_000), other), options())) {
            ObjectReadException failed = failure(() -> read.await(0));
            assertThat(failed.kind()).isEqualTo(Kind.TRANSIENT);
            requireFacts(failed, "broken", ByteRange.of(0, 1_000), 3);
            assertThat(earlier(failed)).hasSize(2);
            require(content, other, read.await(1));
            assertThat(asked("broken", 0)).hasSize(3);
        }
    }

    @Test
    @DisplayName("B03 a body that stalls is aborted after idle-timeout on every attempt, and the read ends")
    void stalledBodyEnds() {
        store("stalled", MIB);
        spoil("stalled", new Fault.Stall(100));
        RetryPolicy retry = new RetryPolicy(3, Duration.ofMillis(50), Duration.ofMillis(100));
        Duration idle = Duration.ofSeconds(2);
        List<ByteRange> ranges = List.of(ByteRange.of(0, 100_000), ByteRange.of(500_000, 100_000));
        try (VectorIo io = io(options -> ranged(options).withIdleTimeout(idle).withRetry(retry));
                RangeReader reader = io.open(known("stalled", MIB));
                VectoredRead read = reader.readVectored(ranges, options())) {
            long start = System.nanoTime();
            for (int i = 0; i < 2; i++) {
                int index = i;
                ObjectReadException failed = failure(() -> read.await(index));
                assertThat(failed.kind()).isEqualTo(Kind.TIMEOUT);
                requireFacts(failed, "stalled", ranges.get(i), 3);
            }
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(took)
                    .isBetween(
                            idle.multipliedBy(3),
                            idle.plus(Duration.ofSeconds(1)).multipliedBy(3));
            assertThat(reader.stats().gets()).isEqualTo(6);
        }
        awaitTrue(() -> underWay() == 0, "the store sees the aborts");
    }

    @Test
    @DisplayName("B04 throttled requests come through, their pauses grow and are spread")
    void throttledRequestsComeThrough() throws Exception {
        SyntheticBytes content = store("throttled", MIB);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ranges.add(ByteRange.of(i * 50_000L, 1_000));
            spoil("throttled", OptionalLong.of(i * 50_000L), throttled(Optional.empty()), 3);
        }
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("throttled", MIB));
                VectoredRead read = reader.readVectored(ranges, options())) {
            for (int i = 0; i < ranges.size(); i++) {
                require(content, ranges.get(i), read.await(i));
            }
            assertThat(reader.stats().gets()).isEqualTo(80);
            assertThat(reader.stats().throttled()).isEqualTo(60);
        }
        for (int attempt = 1; attempt <= 3; attempt++) {
            int n = attempt;
            LongSummaryStatistics pauses = failedRequests().stream()
                    .filter(failed -> failed.attempt() == n)
                    .mapToLong(failed -> failed.delay().toNanos())
                    .summaryStatistics();
            long window = Duration.ofMillis(100).toNanos() << (n - 1);
            assertThat(pauses.getCount()).isEqualTo(20);
            assertThat(pauses.getMax()).isLessThan(window);
            assertThat(pauses.getMax() - pauses.getMin())
                    .as("spread of attempt %d", n)
                    .isGreaterThan(window / 2);
        }
    }

    @Test
    @DisplayName("B04 no attempt comes before Retry-After, and one beyond the deadline fails at once")
    void retryAfterIsKept() throws Exception {
        SyntheticBytes content = store("paused", MIB);
        spoil("paused", OptionalLong.empty(), throttled(Optional.of(Duration.ofSeconds(2))), 1);
        ByteRange range = ByteRange.of(0, 1_000);
        long start = System.nanoTime();
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("paused", MIB))) {
            requireRead(reader, content, range);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
            assertThat(reader.stats().gets()).isEqualTo(2);
        }
        spoil("paused", OptionalLong.empty(), throttled(Optional.of(Duration.ofSeconds(30))), 1);
        start = System.nanoTime();
        try (VectorIo io = io(options -> ranged(options).withDeadline(Duration.ofSeconds(10)));
                RangeReader reader = io.open(known("paused", MIB))) {
            ObjectReadException failed = failureOf(reader, range);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(failed.kind()).isEqualTo(Kind.THROTTLED);
            assertThat(failed.getMessage()).containsIgnoringCase("throttled").contains("request id");
            assertThat(reader.stats().gets()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B04 refusals that are no throttling are sent once")
    void refusalsAreSentOnce() {
        store("refused", MIB);
        for (int status : new int[] {400, 403, 404, 412, 416}) {
            spoil("refused", refused(kindOf(status), status));
            try (VectorIo io = io(attempts(5));
                    RangeReader reader = io.open(location("refused"))) {
                assertThat(failureOf(reader, ByteRange.of(0, 1_000)).kind())
                        .as("HTTP %d", status)
                        .matches(kind -> !kind.isRetryable());
                assertThat(reader.stats().gets())
                        .as("GETs after HTTP %d", status)
                        .isEqualTo(1);
            }
            heal();
        }
    }

    private static Kind kindOf(int status) {
        return switch (status) {
            case 403 -> Kind.ACCESS_DENIED;
            case 404 -> Kind.NOT_FOUND;
            case 412 -> Kind.OBJECT_CHANGED;
            case 416 -> Kind.OUT_OF_BOUNDS;
            case 429 -> Kind.THROTTLED;
            case 500 -> Kind.TRANSIENT;
            default -> Kind.UNSUPPORTED;
        };
    }

    @Test
    @DisplayName("B08 an object replaced between two attempts of one GET is noticed, and no byte of it delivered")
    void objectReplacedBetweenTwoAttemptsIsNoticed() throws Exception {
        SyntheticBytes first = store("replaced", MIB);
        try (VectorIo io = io(options ->
                        ranged(options).withRetry(new RetryPolicy(5, Duration.ofSeconds(2), Duration.ofSeconds(4))));
                RangeReader reader = io.open(location("replaced"))) {
            requireRead(reader, first, ByteRange.of(0, 10));
            spoil("replaced", OptionalLong.of(100_000), throttled(Optional.of(Duration.ofSeconds(1))), 1);
            try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(100_000, 500_000)), options())) {
                awaitTrue(() -> !failedRequests().isEmpty(), "the first attempt fails");
                replace("replaced", MIB, 8);
                assertThat(failure(() -> read.await(0)).kind()).isEqualTo(Kind.OBJECT_CHANGED);
                assertThat(asked("replaced", 100_000)).hasSize(2);
            }
        }
    }

    @Test
    @DisplayName("B14 a body of 60,000 of 100,000 bytes is completed, an empty one retried and then an error")
    void shortBodyIsNeverTakenAsData() throws Exception {
        SyntheticBytes content = store("short", MIB);
        ByteRange range = ByteRange.of(1_000, 100_000);
        spoil("short", OptionalLong.empty(), new Fault.ShortBody(60_000), 1);
        try (VectorIo io = io(attempts(5));
                RangeReader reader = io.open(known("short", MIB))) {
            requireRead(reader, content, range);
            assertThat(asked("short")).containsExactly("bytes=1000-100999", "bytes=61000-100999");
        }
        heal();
        spoil("short", new Fault.ShortBody(0));
        try (VectorIo io = io(attempts(3));
                RangeReader reader = io.open(known("short", MIB))) {
            ObjectReadException failed = failureOf(reader, range);
            assertThat(failed.kind()).isEqualTo(Kind.TRANSIENT);
            requireFacts(failed, "short", range, 3);
            assertThat(failed).hasMessageContaining("0 bytes received");
            assertThat(reader.stats().gets()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("B14 bytes beyond the promised length are dropped, and a body of seven bytes a piece is whole")
    void longAndDribblingBodiesAreExact() throws Exception {
        SyntheticBytes content = store("odd", MIB);
        spoil("odd", OptionalLong.of(1_000), new Fault.ExtraBytes(10), 1);
        spoil("odd", OptionalLong.of(200_000), new Fault.Dribble(7, Duration.ZERO), 1);
        try (VectorIo io = io(attempts(5));
                RangeReader reader = io.open(known("odd", MIB))) {
            requireRead(reader, content, ByteRange.of(1_000, 100_000));
            requireRead(reader, content, ByteRange.of(200_000, 100_000));
            requireRead(reader, content, ByteRange.of(500_000, 100_000));
        }
    }

    @Test
    @DisplayName("B19 a store that ignores the range is refused after one GET, or skipped within the limit that is set")
    void ignoredRangeIsRefused() throws Exception {
        SyntheticBytes content = store("ignored", 10_000_000);
        ByteRange range = ByteRange.of(5_000_000, 100);
        for (long limit : new long[] {0, 4_999_999, 5_000_000}) {
            spoil("ignored", OptionalLong.empty(), new Fault.RangeIgnored(), ALWAYS);
            try (VectorIo io = io(options -> ranged(options).withRangeIgnoredSkipLimit(limit));
                    RangeReader reader = io.open(known("ignored", 10_000_000))) {
                if (limit == 5_000_000) {
                    requireRead(reader, content, range);
                } else {
                    ObjectReadException failed = failureOf(reader, range);
                    assertThat(failed.kind()).isEqualTo(Kind.PROTOCOL);
                    assertThat(failed).hasMessageContaining("range not honoured");
                    assertThat(ledger().loans()).isEmpty();
                }
                assertThat(reader.stats().gets()).isEqualTo(1);
            }
            heal();
        }
    }

    @Test
    @DisplayName("B40 every failure names object, range, store, attempt, the store's answer, bytes and time")
    void failuresSayWhatHappened() {
        store("told", MIB);
        ByteRange range = ByteRange.of(200_000, 100_000);
        List<Fault> faults = List.of(
                new Fault.Stall(-1),
                new Fault.Stall(100),
                new Fault.Reset(100),
                new Fault.ShortBody(100),
                new Fault.RangeIgnored(),
                throttled(Optional.empty()),
                refused(kindOf(403), 403),
                refused(kindOf(404), 404),
                refused(kindOf(412), 412),
                refused(kindOf(416), 416),
                refused(kindOf(429), 429),
                refused(kindOf(500), 500));
        for (Fault fault : faults) {
            spoil("told", fault);
            Duration limit = Duration.ofMillis(300);
            try (VectorIo io = io(options -> attempts(2)
                            .apply(options)
                            .withFirstByteTimeout(limit)
                            .withIdleTimeout(limit));
                    RangeReader reader = io.open(location("told"))) {
                ObjectReadException failed = failureOf(reader, range);
                int attempts = failed.kind().isRetryable() ? 2 : 1;
                assertThat(reader.stats().gets()).as("attempts of %s", fault).isEqualTo(attempts);
                requireFacts(failed, "told", range, attempts);
                assertThat(earlier(failed)).hasSize(attempts - 1);
                if (fault instanceof Fault.FailBeforeHead refusal) {
                    assertThat(failed)
                            .hasMessageContaining("HTTP " + refusal.answer().status());
                }
                assertThat(reader.toString())
                        .contains("gets=" + attempts, location("told").toString());
            }
            heal();
        }
        assertThat(failedRequests())
                .allMatch(event -> event.message().contains(location("told").toString()));
    }

    /** What failed before the last attempt; {@code await} puts the waiting thread's stack around it all. */
    private static Throwable[] earlier(ObjectReadException failed) {
        Throwable cause = failed.getCause();
        return cause == null ? new Throwable[0] : cause.getSuppressed();
    }

    void requireFacts(ObjectReadException failed, String key, ByteRange range, int attempt) {
        assertThat(failed)
                .hasMessageContainingAll(
                        location(key).toString(),
                        ", " + range.end() + ")", // an attempt that goes on begins later
                        capabilities().name(),
                        failed.kind().name())
                .hasMessageMatching("(?s).*attempt " + attempt + " of \\d+, \\d+ bytes received, \\d+ ms.*");
    }

    @Test
    @DisplayName("B47 closing a reader ends twenty requests in flight within a second, and the store sees the aborts")
    void closeEndsWhatIsInFlight() throws Exception {
        store("open", MIB);
        spoil("open", new Fault.Stall(-1));
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ranges.add(ByteRange.of(i * 50_000L, 1_000));
        }
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("open", MIB));
                VectoredRead read = reader.readVectored(ranges, options())) {
            awaitTrue(() -> reader.stats().gets() == 20, "twenty GETs are sent");
            long start = System.nanoTime();
            CompletableFuture<Void> closed =
                    CompletableFuture.runAsync(reader::close, task -> new Thread(task).start());
            for (int i = 0; i < ranges.size(); i++) {
                int index = i;
                ObjectReadException ended = failure(() -> read.await(index));
                assertThat(ended.kind()).isEqualTo(Kind.CANCELLED);
                assertThat(ended).hasMessageContaining("closed");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            closed.join();
            awaitTrue(() -> underWay() == 0, "the store sees the aborts");
            ledger().assertEmpty();
            heal();
            try (RangeReader again = io.open(known("open", MIB));
                    VectoredRead next = again.readVectored(List.of(ByteRange.of(0, 10)), options())) {
                assertThat(next.await(0).range()).isEqualTo(ByteRange.of(0, 10));
            }
        }
    }

    @Test
    @DisplayName("B53 a merged GET that is cut fails only the range that it had not delivered, and refetches no gap")
    void mergedGetFailsOnlyWhatIsMissing() throws Exception {
        SyntheticBytes content = store("merged", 3L * MIB);
        ByteRange first = ByteRange.of(0, MIB);
        ByteRange second = ByteRange.between(1_153_434, 2L * MIB);
        for (int most : new int[] {5, 1}) {
            spoil("merged", OptionalLong.of(0), new Fault.ShortBody(1_101_005), 1);
            VectorIoOptions merging = VectorIoOptions.defaults().withWholeObjectBytes(0);
            try (VectorIo io = io(options ->
                            merging.withRetry(new RetryPolicy(most, Duration.ofMillis(1), Duration.ofMillis(20))));
                    RangeReader reader =
                            io.open(KnownObject.at(location("merged")).withLength(3L * MIB));
                    VectoredRead read = reader.readVectored(List.of(first, second), options())) {
                long before = ledger().allocations();
                require(content, first, read.await(0));
                if (most == 1) {
                    // the first range is progress: attempts are counted from there
                    spoil("merged", OptionalLong.of(second.offset()), new Fault.ShortBody(0), ALWAYS);
                }
                if (most == 5) {
                    require(content, second, read.await(1));
                    assertThat(asked("merged")).containsExactly("bytes=0-2097151", "bytes=1153434-2097151");
                } else {
                    assertThat(failure(() -> read.await(1)).kind()).isEqualTo(Kind.TRANSIENT);
                    require(content, first, read.await(0));
                }
                assertThat(ledger().allocations() - before)
                        .as("one buffer a range")
                        .isLessThanOrEqualTo(2);
            }
            heal();
        }
        assertThat(events()).hasAtLeastOneElementOfType(VectorIoEvent.ReadCompleted.class);
    }
}
