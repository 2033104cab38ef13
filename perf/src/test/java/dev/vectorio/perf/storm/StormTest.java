package dev.vectorio.perf.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing is lost and nothing hangs: a storm through each client. System properties change it: {@code vectorio.storm.seed},
 * {@code vectorio.storm.seeds} (how many, one after another), {@code vectorio.storm.reads} (of each of the 64 readers) and
 * {@code vectorio.storm.dialect} (a name of {@link StormDialect}).
 */
@Timeout(value = 10, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StormTest {
    private static final int READS = Integer.getInteger("vectorio.storm.reads", 8);
    private static final int SEEDS = Integer.getInteger("vectorio.storm.seeds", 1);
    private static final long FIRST_SEED = Long.getLong("vectorio.storm.seed", 1);
    private static final Path FILES = Path.of("target", "storm-files");
    /** A storm takes at most this many times the GETs of the same reads in fair weather. */
    private static final int MOST_GETS = 2;

    static Stream<StormDialect> dialects() {
        String only = System.getProperty("vectorio.storm.dialect", "");
        return only.isEmpty()
                ? Stream.of(StormDialect.S3, StormDialect.GCS, StormDialect.AZURE)
                : Arrays.stream(only.split(",")).map(StormDialect::valueOf);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void nothingIsLostAndNothingHangs(StormDialect dialect) throws Exception {
        run(dialect, 0, 1, false); // what clients keep for the whole life of the process begins here
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Set<Thread> before = threads();
            try {
                Storm.Outcome fair = run(dialect, seed, READS, false);
                Storm.Outcome storm = run(dialect, seed, READS, true);
                System.out.println(dialect + ", seed " + seed + ": fair: " + fair.text() + "; storm: " + storm.text());
                assertThat(storm.gets()).as("GETs of the storm").isLessThanOrEqualTo(MOST_GETS * fair.gets());
                requireNoNewThreads(before);
            } catch (Throwable t) {
                throw new AssertionError(
                        "seed " + seed + ": mvn -pl perf -am test -Dtest=StormTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dvectorio.storm.dialect=" + dialect
                                + " -Dvectorio.storm.seed=" + seed + " -Dvectorio.storm.reads=" + READS,
                        t);
            }
        }
    }

    private static Storm.Outcome run(StormDialect dialect, long seed, int reads, boolean stormy) throws Exception {
        StoreSettings settings = StoreSettings.defaults()
                .withAzure(AzureSettings.defaults()
                        .withKeys(Map.of(StormDialect.ACCOUNT, StormDialect.ACCOUNT_KEY))
                        .withAnonymousAllowed(false));
        try (SimulatedStore store = SimulatedStore.start(settings)) {
            StormObjects objects = new StormObjects(store, FILES);
            objects.putAll(new Random(seed));
            return new Storm(dialect, stormy, store, objects).run(seed, reads);
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static void requireNoNewThreads(Set<Thread> before) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        List<String> left = newThreads(before);
        while (!left.isEmpty() && System.nanoTime() < until) {
            Thread.sleep(50);
            left = newThreads(before);
        }
        assertThat(left).as("threads that were not there before").isEmpty();
    }

    private static List<String> newThreads(Set<Thread> before) {
        return threads().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .map(Thread::getName)
                .collect(Collectors.toList());
    }
}
