package dev.vectorio.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.EndpointStats;
import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A store of which some answers are late, or that asks for fewer requests, over HTTP. Counts are asserted; times are printed,
 * and asserted only where {@code vectorio.trouble.times} says that the machine is quiet. {@code vectorio.trouble.reads} is how
 * many reads of a hundred GETs are timed each way.
 */
final class StoreInTroubleTest {
    private static final int READS = Integer.getInteger("vectorio.trouble.reads", 5);
    private static final boolean TIMED = Boolean.getBoolean("vectorio.trouble.times");
    private static final long LENGTH = 200_000_000;
    /** Where times are compared, long beside what a hundred requests cost a small machine. */
    private static final Duration FIRST_BYTE = Duration.ofMillis(TIMED ? 200 : 50);
    /**
     * Reads before the first that counts. A cold JVM takes several times as long for its first requests, and the last 128
     * times to first byte decide when a duplicate is due: measured from the second read on, it was due after 520 ms, not 150.
     */
    private static final int WARM_UPS = TIMED ? 15 : 1;

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());

    @AfterEach
    void close() {
        store.close();
    }

    private static VectorIoOptions options(boolean hedging) {
        return VectorIoOptions.defaults()
                .withMaxGapBytes(-1)
                .withMaxConcurrentRequestsPerReader(64)
                .withHedge(new HedgePolicy(hedging, 0.05, Optional.empty()));
    }

    private static List<ByteRange> hundred() {
        return IntStream.range(0, 100)
                .mapToObj(i -> ByteRange.of(i * 1_000_000L, 10_000))
                .toList();
    }

    private static VectorIo library(StoreKind kind, ObjectStoreBackend backend, VectorIoOptions options) {
        return VectorIo.builder()
                .options(options)
                .backend(kind.scheme(), backend)
                .build();
    }

    private static Duration read(RangeReader reader) throws IOException {
        long start = System.nanoTime();
        try (VectoredRead read = reader.readVectored(hundred())) {
            read.await();
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static long percentile(int percent, List<Duration> times) {
        List<Duration> sorted = times.stream().sorted().toList();
        return sorted.get((sorted.size() * percent + 99) / 100 - 1).toMillis();
    }

    /** A client of its own that reads the object that is late. */
    private static final class Way implements AutoCloseable {
        private final boolean hedging;
        private final ObjectStoreBackend backend;
        private final VectorIo io;
        private final RangeReader reader;
        private final AtomicLong gets = new AtomicLong();
        private final List<Duration> times = new ArrayList<>();

        Way(StoreKind kind, URI store, boolean hedging) {
            this.hedging = hedging;
            backend = kind.backend(store);
            io = library(kind, backend, options(hedging));
            reader = io.open(KnownObject.at(kind.location("late")).withLength(LENGTH));
        }

        long asked() {
            return 100L * (times.size() + WARM_UPS);
        }

        @Override
        public String toString() {
            return (hedging ? "hedged" : "plain") + ": median of " + times.size() + " reads " + percentile(50, times)
                    + " ms, p99 " + percentile(99, times) + " ms, " + io.stats().hedges() + " duplicates of " + asked();
        }

        @Override
        public void close() {
            reader.close();
            io.close();
            backend.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyHundredthAnswerTenTimesAsLateCostsOneDuplicate(StoreKind kind) throws Exception {
        store.putSynthetic(StoreProcess.BUCKET, "late", LENGTH, 1);
        store.timing(TimingModel.none().withFirstByte(FIRST_BYTE, 0));
        try (Way plain = new Way(kind, store.uri(), false);
                Way hedged = new Way(kind, store.uri(), true)) {
            for (int i = 0; i < WARM_UPS; i++) {
                read(plain.reader);
                read(hedged.reader);
            }
            AtomicBoolean hedging = new AtomicBoolean();
            RequestMatch everyHundredth = RequestMatch.reads()
                    .and(facts -> (hedging.get() ? hedged : plain).gets.incrementAndGet() % 100 == 0);
            store.faults().add(FaultRule.when(everyHundredth, Fault.delay(FIRST_BYTE.multipliedBy(9))));
            for (int i = 0; i < READS; i++) {
                for (Way way : List.of(plain, hedged)) { // in turns: what else the machine does meets both
                    hedging.set(way.hedging);
                    way.times.add(read(way.reader));
                }
            }
            for (Way way : List.of(plain, hedged)) {
                System.out.println(kind + ", " + way);
                long hedges = way.io.stats().hedges();
                assertThat(way.io.stats().gets()).isEqualTo(way.asked() + hedges);
                assertThat(hedges).isLessThanOrEqualTo(way.hedging ? way.asked() / 20 : 0);
            }
            if (TIMED) {
                assertThat(hedged.io.stats().hedgesWon()).isPositive();
                assertThat((double) percentile(99, hedged.times))
                        .isLessThanOrEqualTo(0.5 * percentile(99, plain.times));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whenEverythingIsSlowAtMostOneInTwentyIsSentTwice(StoreKind kind) throws Exception {
        store.putSynthetic(StoreProcess.BUCKET, "slow", LENGTH, 1);
        store.timing(TimingModel.none().withFirstByte(FIRST_BYTE, 0));
        try (ObjectStoreBackend backend = kind.backend(store.uri());
                VectorIo io = library(kind, backend, options(true));
                RangeReader reader =
                        io.open(KnownObject.at(kind.location("slow")).withLength(LENGTH))) {
            read(reader);
            read(reader);
            long before = io.stats().hedges();
            store.timing(TimingModel.none().withFirstByte(FIRST_BYTE.multipliedBy(10), 0.3));
            for (int i = 0; i < 4; i++) {
                read(reader);
            }
            long hedges = io.stats().hedges() - before;
            System.out.println(kind + ", everything slow: " + hedges + " duplicates of 400");
            assertThat(hedges).isLessThanOrEqualTo(20);
        }
    }

    @Test
    void fullConcurrencyIsBackWithinTenSecondsOfABurstAndAnotherBucketNoticesNothing() throws Exception {
        StoreKind kind = StoreKind.S3;
        store.putSynthetic(StoreProcess.BUCKET, "burst", LENGTH, 1);
        store.putSynthetic("other", "calm", LENGTH, 1);
        store.timing(TimingModel.none().withFirstByte(FIRST_BYTE, 0));
        VectorIoOptions patient =
                options(false).withRetry(new RetryPolicy(20, Duration.ofMillis(100), Duration.ofSeconds(1)));
        try (ObjectStoreBackend backend = kind.backend(store.uri());
                VectorIo io = library(kind, backend, patient);
                RangeReader reader =
                        io.open(KnownObject.at(kind.location("burst")).withLength(LENGTH));
                RangeReader other = io.open(KnownObject.at(new ObjectLocation(kind.scheme(), "other", "calm"))
                        .withLength(LENGTH))) {
            read(reader);
            Duration burst = Duration.ofSeconds(2);
            store.faults()
                    .add(FaultRule.when(RequestMatch.reads().key("burst"), Fault.error(503, "SlowDown"))
                            .lasting(burst));
            long burstEnd = System.nanoTime() + burst.toNanos();
            read(reader);
            EndpointStats throttled = endpoint(io, "s3://" + StoreProcess.BUCKET);
            assertThat(throttled.limitCuts()).isPositive();
            assertThat(throttled.throttled()).isGreaterThanOrEqualTo(throttled.limitCuts());
            read(other);
            EndpointStats stats = throttled;
            while (stats.requestLimit() < 64) {
                assertThat(System.nanoTime() - burstEnd)
                        .as("time since the burst, at " + stats)
                        .isLessThan(Duration.ofSeconds(10).toNanos());
                read(reader);
                stats = endpoint(io, "s3://" + StoreProcess.BUCKET);
            }
            System.out.println("full concurrency " + (System.nanoTime() - burstEnd) / 1_000_000
                    + " ms after a burst of two seconds, " + stats);
            EndpointStats calm = endpoint(io, "s3://other");
            assertThat(List.of((long) calm.requestLimit(), calm.limitCuts(), calm.throttled()))
                    .as("limit, cuts and throttled answers of the other bucket")
                    .containsExactly(64L, 0L, 0L);
        }
    }

    private static EndpointStats endpoint(VectorIo io, String name) {
        return io.endpoints().stream()
                .filter(stats -> stats.endpoint().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
