package dev.vectorio.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job on two executors, each in a process of its own. A distribution is not needed: what starts executors asks for a
 * folder {@code jars} alone.
 */
@Timeout(300)
class TwoExecutorsTest {
    private static final String MASTER = "local-cluster[2,1,1024]";
    private static final String FOLDER = "s3a://lake/trips";
    private static final long ROWS = 100_000;

    /** Tells which executors ran tasks. */
    private static final class Executors extends SparkListener {
        final Set<String> used = new ConcurrentSkipListSet<>();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            used.add(end.taskInfo().executorId());
        }
    }

    @Test
    void answersOfTwoExecutorsAreThoseOfS3asOwnStream(@TempDir Path folder) throws Exception {
        try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults())) {
            store.bucket("lake");
            SparkOnStore spark = new SparkOnStore(store, folder);
            try (SparkSession session = spark.session("local[2]", Map.of())) {
                new ExampleJob(session, FOLDER).write(ROWS);
            }
            Map<String, String> classic = Map.of("spark.hadoop.fs.s3a.input.stream.type", "classic");
            Map<String, String> expected = ask(spark, distribution(), classic);
            store.log().clear();
            Map<String, String> answers = ask(spark, distribution(), ExampleJob.vectorIoSettings());
            assertThat(answers).isEqualTo(expected);
            System.out.println("two executors, vector-io: " + store.log().gets() + " GETs, "
                    + store.log().bytesSent() + " bytes, " + answers.keySet());
        }
    }

    private static Map<String, String> ask(
            SparkOnStore spark, Map<String, String> cluster, Map<String, String> settings) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(cluster);
        all.putAll(settings);
        Map<String, String> answers = new LinkedHashMap<>();
        try (SparkSession session = spark.session(MASTER, all)) {
            Executors executors = new Executors();
            session.sparkContext().addSparkListener(executors);
            new ExampleJob(session, FOLDER)
                    .questions()
                    .forEach((name, question) -> answers.put(name, Figures.rounded(question.ask())));
            session.sparkContext().listenerBus().waitUntilEmpty();
            assertThat(executors.used).containsExactly("0", "1");
        }
        FileSystem.closeAll();
        return answers;
    }

    /** Settings for executors with this process's class path: jars by links in Spark's home, folders by name. */
    private static Map<String, String> distribution() throws IOException {
        String home = Objects.requireNonNull(System.getenv("SPARK_HOME"), "SPARK_HOME is not set");
        Path jars = Files.createDirectories(Path.of(home, "jars"));
        List<String> folders = new ArrayList<>();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path part = Path.of(entry);
            Path link = jars.resolve(part.getFileName());
            if (Files.isDirectory(part)) {
                folders.add(entry);
            } else if (entry.endsWith(".jar") && !Files.exists(link)) {
                Files.createSymbolicLink(link, part);
            }
        }
        return Map.of(
                "spark.executor.extraClassPath",
                String.join(File.pathSeparator, folders),
                "spark.executor.memory",
                "600m",
                "spark.scheduler.minRegisteredResourcesRatio",
                "1.0",
                "spark.locality.wait",
                "0");
    }
}
