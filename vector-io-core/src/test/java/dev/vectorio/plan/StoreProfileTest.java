package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Predicted times against closed forms and a simulation in small steps; prices by hand. */
class StoreProfileTest {
    /** 30 ms, 60 MB/s a connection, 400 MB/s in all. */
    private static StoreProfile store(int concurrency) {
        return new StoreProfile("test", Duration.ofMillis(30), 60_000_000, 400_000_000, concurrency, 0.4, 0.01);
    }

    private static double seconds(StoreProfile profile, long... requestBytes) {
        return profile.predict(requestBytes).toNanos() / 1e9;
    }

    private static long[] equal(int count, long bytes) {
        long[] sizes = new long[count];
        Arrays.fill(sizes, bytes);
        return sizes;
    }

    @Test
    void predictsNothingForNoRequest() {
        assertThat(store(4).predict(new long[0])).isEqualTo(Duration.ZERO);
    }

    @Test
    void predictsFirstBytePlusTransferForOneRequest() {
        assertThat(seconds(store(4), 6_000_000)).isCloseTo(0.030 + 0.1, within(1e-9));
        assertThat(seconds(store(4), 0)).isCloseTo(0.030, within(1e-9));
    }

    @Test
    void predictsOneWaveWhileTheTotalBandwidthLasts() {
        assertThat(seconds(store(64), equal(6, 6_000_000))).isCloseTo(0.130, within(1e-9));
    }

    @Test
    void sharesTheTotalBandwidthEvenly() {
        assertThat(seconds(store(64), equal(20, 6_000_000))).isCloseTo(0.030 + 120.0 / 400, within(1e-9));
    }

    @Test
    void givesTheBandwidthOfFinishedRequestsToTheOthers() {
        // ten at 40 MB/s until 2 MB are in (50 ms), then five at 60 MB/s for the other 4 MB
        long[] sizes = {
            2_000_000, 6_000_000, 2_000_000, 6_000_000, 2_000_000, 6_000_000, 2_000_000, 6_000_000, 2_000_000, 6_000_000
        };
        assertThat(seconds(store(64), sizes)).isCloseTo(0.030 + 0.050 + 4.0 / 60, within(1e-9));
    }

    @Test
    void predictsOneRoundPerWaveOfFreeSlots() {
        assertThat(seconds(store(4), equal(12, 600_000))).isCloseTo(3 * (0.030 + 0.010), within(1e-9));
        assertThat(seconds(store(4), equal(13, 600_000))).isCloseTo(4 * (0.030 + 0.010), within(1e-9));
        assertThat(seconds(store(4).withConcurrency(13), equal(13, 600_000)))
                .isCloseTo(0.030 + 13 * 0.6 / 400, within(1e-9));
    }

    @Test
    void startsTheNextRequestWhenASlotIsFreeNotWhenTheWaveIsDone() {
        // two slots: 6 MB beside 0.6 MB, whose slot then serves two more of 0.6 MB
        assertThat(seconds(store(2), 6_000_000, 600_000, 600_000, 600_000)).isCloseTo(0.130, within(1e-9));
    }

    @Test
    void agreesWithASimulationInSmallSteps() {
        Seeds.forEach(60, seed -> {
            Random random = new Random(seed);
            long[] sizes = random.longs(1 + random.nextInt(60), 0, 3_000_000).toArray();
            StoreProfile profile = store(1 + random.nextInt(24));
            double step = 2e-5;
            // every request may be late by a step at its first byte and at its end
            double slack = 2 * step * (2 + (double) sizes.length / profile.concurrency());
            assertThat(seconds(profile, sizes)).isCloseTo(simulated(profile, sizes, step), within(slack));
        });
    }

    /** Moves every open request on by what it gets in one step; takes the clock of the last byte. */
    private static double simulated(StoreProfile profile, long[] sizes, double step) {
        double[] left = Arrays.stream(sizes).asDoubleStream().toArray();
        double[] issued = new double[sizes.length];
        boolean[] done = new boolean[sizes.length];
        int next = 0;
        int running = 0;
        int finished = 0;
        double now = 0;
        while (finished < sizes.length) {
            while (next < sizes.length && running < profile.concurrency()) {
                issued[next++] = now;
                running++;
            }
            now += step;
            int open = 0;
            for (int i = 0; i < next; i++) {
                open += !done[i] && now > issued[i] + 0.030 ? 1 : 0;
            }
            for (int i = 0; i < next; i++) {
                if (!done[i] && now > issued[i] + 0.030) {
                    left[i] -= step * Math.min(60e6, 400e6 / open);
                    if (left[i] <= 0) {
                        done[i] = true;
                        running--;
                        finished++;
                    }
                }
            }
        }
        return now;
    }

    @Test
    void isNeverFasterThanTheFloorOfLatencyAndBandwidth() {
        Seeds.forEach(200, seed -> {
            Random random = new Random(seed);
            long[] sizes = random.longs(1 + random.nextInt(300), 1, 20_000_000).toArray();
            StoreProfile profile = List.of(
                            StoreProfile.s3(), StoreProfile.s3Express(), StoreProfile.gcs(), StoreProfile.adls())
                    .get(random.nextInt(4));
            long total = Arrays.stream(sizes).sum();
            double floor = profile.firstByte().toNanos() / 1e9
                    + Math.max(
                            (double) total / profile.totalBytesPerSecond(),
                            (double) total / ((double) profile.concurrency() * profile.connectionBytesPerSecond()));
            assertThat(seconds(profile, sizes)).isGreaterThanOrEqualTo(floor - 1e-9);
        });
    }

    @Test
    void pricesRequestsAndBytes() {
        assertThat(StoreProfile.s3().dollars(1_000_000, 1L << 40)).isCloseTo(0.40, within(1e-12));
        assertThat(StoreProfile.s3Express().dollars(1_000_000, 1_000_000_000L)).isCloseTo(0.0306, within(1e-12));
        assertThat(StoreProfile.adls().dollars(2, 0)).isCloseTo(1e-6, within(1e-15));
    }

    @Test
    void findsProfilesByNameAndNamesThemOtherwise() {
        for (String name : List.of("s3", "s3-express", "gcs", "adls", "local")) {
            assertThat(StoreProfile.named(name).name()).isEqualTo(name);
        }
        assertThat(StoreProfile.named("GCS")).isEqualTo(StoreProfile.gcs());
        assertThatThrownBy(() -> StoreProfile.named("s4"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown store profile 's4': one of s3, s3-express, gcs, adls, local");
    }

    @Test
    void refusesWhatNoStoreIs() {
        assertThatThrownBy(() -> store(0)).hasMessageContaining("must be positive");
        assertThatThrownBy(() -> new StoreProfile("x", Duration.ZERO, 0, 1, 1, 0, 0))
                .hasMessageContaining("must be positive");
        assertThatThrownBy(() -> new StoreProfile("x", Duration.ofMillis(-1), 1, 1, 1, 0, 0))
                .hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> new StoreProfile("x", Duration.ZERO, 1, 1, 1, -1, 0))
                .hasMessageContaining("must not be negative");
    }
}
