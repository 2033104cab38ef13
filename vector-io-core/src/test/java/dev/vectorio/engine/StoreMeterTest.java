package dev.vectorio.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vectorio.plan.StoreEstimate;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A meter beside a store whose latency and bandwidths are known, on a clock of steps. */
class StoreMeterTest {
    private static final long MB = 1_000_000;
    private static final double TAIL_IN_SIGMAS = 2.326;

    /** The store: first bytes log-normal, then the smaller of a connection's bandwidth and an equal share of all. */
    private static final class Steps {
        private static final long STEP = 500_000;

        final StoreMeter meter;
        private final StoreProfile truth;
        private final Random random;
        private final double sigma;
        long now = 1;
        int gets;

        private static final class Body {
            long bytes;
            long sent;
            long firstByte;
            long began;
            int others;
            double left;
            long counted;
        }

        Steps(StoreProfile assumed, StoreProfile truth, long seed) {
            this.meter = new StoreMeter(assumed);
            this.truth = truth;
            this.random = new Random(seed);
            this.sigma = Math.log((double) truth.firstByteTail().toNanos()
                            / truth.firstByte().toNanos())
                    / TAIL_IN_SIGMAS;
        }

        void read(int requests, long bytes, int atOnce) {
            List<Body> open = new ArrayList<>();
            int left = requests;
            while (left > 0 || !open.isEmpty()) {
                for (; left > 0 && open.size() < atOnce; left--) {
                    open.add(sent(bytes));
                }
                now += STEP;
                move(open);
            }
        }

        private Body sent(long bytes) {
            gets++;
            Body body = new Body();
            body.bytes = bytes;
            body.left = bytes;
            body.sent = now;
            body.firstByte = now + (long) (truth.firstByte().toNanos() * Math.exp(sigma * random.nextGaussian()));
            return body;
        }

        private void move(List<Body> open) {
            for (Body body : open) {
                if (body.began == 0 && body.firstByte <= now) {
                    body.began = now;
                    body.others = meter.coming();
                    meter.bodyBegan(now - body.sent, now);
                }
            }
            long coming = open.stream().filter(body -> body.began > 0).count();
            double rate = Math.min(
                    (double) truth.connectionBytesPerSecond(),
                    truth.totalBytesPerSecond() / (double) Math.max(1, coming));
            for (Body body : List.copyOf(open)) {
                if (body.began > 0 && body.began < now) {
                    body.left -= rate * STEP / 1e9;
                    long come = Math.min(body.bytes, body.bytes - (long) body.left);
                    meter.received((int) (come - body.counted));
                    body.counted = come;
                    if (body.left <= 0) {
                        meter.bodyEnded(body.bytes, body.began, body.others, now);
                        open.remove(body);
                    }
                }
            }
        }

        StoreProfile learned(StoreProfile assumed) {
            return assumed.learned(meter.estimate(now));
        }
    }

    private static StoreProfile truth(String name) {
        return StoreProfile.named(name).withBandwidth(60 * MB, 400 * MB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3", "s3-express", "gcs", "adls"})
    void comesWithinAFifthOfTheStore(String name) {
        StoreProfile assumed = StoreProfile.named(name);
        Steps store = new Steps(assumed, truth(name), 5);
        for (int i = 0; i < 8; i++) {
            store.read(1, 512 << 10, 1);
            store.read(24, 4 << 20, 16);
        }
        isWithin(store.learned(assumed), truth(name), 0.2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.25, 4})
    void correctsAssumptionsThatAreFourTimesOffWithin32Gets(double factor) {
        StoreProfile truth = truth("s3");
        StoreProfile assumed = truth.withFirstByte(
                        scaled(truth.firstByte(), factor), scaled(truth.firstByteTail(), factor))
                .withBandwidth((long) (truth.connectionBytesPerSecond() * factor), (long)
                        (truth.totalBytesPerSecond() * factor));
        Steps store = new Steps(assumed, truth, 7);
        for (int i = 0; i < 4; i++) {
            store.read(1, 512 << 10, 1);
        }
        store.read(28, 4 << 20, 16);
        assertThat(store.gets).isEqualTo(32);
        isWithin(store.learned(assumed), truth, 0.35);
    }

    @Test
    void aBodyAmongManySaysNothingOfItsConnection() {
        Steps store = new Steps(StoreProfile.s3(), truth("s3"), 3);
        store.read(64, 4 << 20, 32);
        StoreEstimate seen = store.meter.estimate(store.now);
        assertThat(store.learned(StoreProfile.s3()).connectionBytesPerSecond()).isGreaterThan(55 * MB);
        assertThat(seen.busyMoments()).isGreaterThan(20);
        assertThat(seen.totalBytesPerSecond()).isCloseTo(400 * MB, within(20 * MB));
    }

    @Test
    void fewSlowReadersDoNotMakeThePipeSmaller() {
        StoreProfile wide = truth("s3").withBandwidth(90 * MB, 5_000 * MB);
        Steps store = new Steps(StoreProfile.s3(), wide, 3);
        for (int i = 0; i < 10; i++) {
            store.read(1, 1 << 20, 1);
            store.read(16, 4 << 20, 8); // at most 8 connections: 720 MB/s of the 5,000 that there are
        }
        StoreEstimate seen = store.meter.estimate(store.now);
        assertThat(seen.busyMoments()).isZero();
        assertThat(store.learned(StoreProfile.s3()).totalBytesPerSecond())
                .isEqualTo(StoreProfile.s3().totalBytesPerSecond());
    }

    @Test
    void aBandwidthThatWasReachedIsBelieved() {
        StoreProfile wide = truth("s3").withBandwidth(90 * MB, 5_000 * MB);
        Steps store = new Steps(StoreProfile.s3(), wide, 3);
        store.read(64, 16 << 20, 32);
        assertThat(store.learned(StoreProfile.s3()).totalBytesPerSecond()).isGreaterThan(2_500 * MB);
    }

    @Test
    void shortBodiesSayNothingOfBandwidth() {
        Steps store = new Steps(StoreProfile.s3(), truth("s3"), 3);
        store.read(50, 64 << 10, 1);
        StoreEstimate seen = store.meter.estimate(store.now);
        assertThat(seen.loneBodies()).isZero();
        assertThat(seen.firstBytes()).isEqualTo(50);
    }

    @Test
    void forgetsWhatIsFiveMinutesOld() {
        Steps store = new Steps(StoreProfile.s3(), truth("s3"), 3);
        store.read(20, 4 << 20, 16);
        long later = store.now + StoreMeter.MEMORY.toNanos() + 1;
        assertThat(store.meter.estimate(later)).isEqualTo(StoreEstimate.none());
    }

    @Test
    void aPauseBetweenReadsIsNoSlowMoment() {
        Steps store = new Steps(StoreProfile.s3(), truth("s3"), 3);
        for (int i = 0; i < 5; i++) {
            store.read(24, 4 << 20, 16);
            store.now += Duration.ofSeconds(30).toNanos();
        }
        assertThat(store.meter.estimate(store.now).totalBytesPerSecond()).isCloseTo(400 * MB, within(20 * MB));
    }

    private static void isWithin(StoreProfile learned, StoreProfile truth, double share) {
        isWithin(learned.firstByte().toNanos(), truth.firstByte().toNanos(), share, "first byte");
        isWithin(learned.connectionBytesPerSecond(), truth.connectionBytesPerSecond(), share, "a connection");
        isWithin(learned.totalBytesPerSecond(), truth.totalBytesPerSecond(), share, "all");
    }

    private static void isWithin(long value, long truth, double share, String what) {
        assertThat(value).as(what).isCloseTo(truth, within(Math.round(share * truth)));
    }

    private static Duration scaled(Duration time, double factor) {
        return Duration.ofNanos((long) (time.toNanos() * factor));
    }
}
