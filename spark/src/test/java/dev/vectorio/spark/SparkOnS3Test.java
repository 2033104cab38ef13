package dev.vectorio.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same job through S3A's default stream, through its classic one and through vector-io; the figures are the store's own
 * and Spark's. Every question is asked of file systems that have read nothing before.
 */
@Timeout(400)
class SparkOnS3Test {
    private static final long ROWS = 400_000;
    private static final String FOLDER = "s3a://lake/trips";
    private static final TimingModel REMOTE = TimingModel.none()
            .withFirstByte(Duration.ofMillis(30), 0.1)
            .withBandwidth(80L << 20, 800L << 20)
            .withSeed(7);

    private static final int PASSES = 3;

    private static final String DEFAULT = "S3A, default";
    private static final String CLASSIC = "S3A, classic";
    private static final String OURS = "vector-io";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());

    private final Path folder;

    SparkOnS3Test(@TempDir Path folder) {
        this.folder = folder;
    }

    /**
     * What one question cost.
     *
     * @param answer the row
     * @param gets reads of the data files
     * @param heads metadata requests for data files
     * @param statusCalls who asked S3A for the status of a data file, and how often
     * @param bytes sent from the data files
     * @param wallMillis wall time
     * @param taskReadMillis what tasks waited for their file scans, added up
     */
    private record Cost(
            String answer,
            int gets,
            int heads,
            Map<String, Integer> statusCalls,
            long bytes,
            long wallMillis,
            long taskReadMillis) {
        /** HEADs that nobody asked for by a status call: those of streams and of opening them. */
        int headsOfOpens() {
            return heads
                    - statusCalls.values().stream().mapToInt(count -> count).sum();
        }
    }

    @Test
    void answersAreEqualAndCostFewerBytesAndLessTimeThanWithS3asOwnStreams() throws Exception {
        try (store) {
            store.bucket("lake");
            try (SparkSession spark = session(Map.of())) {
                new ExampleJob(spark, FOLDER).write(ROWS);
            }
            Map<String, Map<String, String>> streams = new LinkedHashMap<>();
            streams.put(DEFAULT, Map.of());
            streams.put(CLASSIC, Map.of("spark.hadoop.fs.s3a.input.stream.type", "classic"));
            streams.put(OURS, ExampleJob.vectorIoSettings());
            Map<String, Map<String, Cost>> costs = new LinkedHashMap<>();
            Map<String, List<Long>> waits = new LinkedHashMap<>();
            for (int pass = -1; pass < PASSES; pass++) { // the first one warms up
                store.timing(pass < 0 ? TimingModel.none() : REMOTE);
                for (Map.Entry<String, Map<String, String>> stream : streams.entrySet()) {
                    Map<String, Cost> asked = ask(stream.getValue());
                    costs.put(stream.getKey(), asked);
                    if (pass >= 0) {
                        waits.computeIfAbsent(stream.getKey(), name -> new ArrayList<>())
                                .add(taskReadMillis(asked));
                    }
                }
            }
            print(costs);
            System.out.println("tasks read for, in ms, pass by pass: " + waits);
            check(costs);
            assertThat(median(waits, OURS))
                    .as("task read time against the default stream's")
                    .isLessThanOrEqualTo(median(waits, DEFAULT) * 8 / 10);
        }
    }

    private static long median(Map<String, List<Long>> waits, String stream) {
        List<Long> sorted =
                Objects.requireNonNull(waits.get(stream)).stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static void check(Map<String, Map<String, Cost>> costs) {
        Map<String, Cost> ours = Objects.requireNonNull(costs.get(OURS));
        Map<String, Cost> classic = Objects.requireNonNull(costs.get(CLASSIC));
        Map<String, Cost> standard = Objects.requireNonNull(costs.get(DEFAULT));
        ours.forEach((name, cost) -> {
            Cost other = Objects.requireNonNull(standard.get(name));
            assertThat(Figures.rounded(cost.answer())).as(name).isEqualTo(Figures.rounded(other.answer()));
            assertThat(cost.headsOfOpens()).as(name + ": HEADs of opens").isZero();
            assertThat(cost.gets())
                    .as(name + ": GETs")
                    .isLessThanOrEqualTo(
                            Objects.requireNonNull(classic.get(name)).gets());
            if (!name.equals(ExampleJob.JOIN)) { // there the default stream answers from blocks that it has kept
                assertThat(cost.gets()).as(name + ": GETs").isLessThanOrEqualTo(other.gets());
            }
        });
        long narrow = Objects.requireNonNull(ours.get(ExampleJob.PROJECTION)).bytes();
        long wide = Objects.requireNonNull(standard.get(ExampleJob.PROJECTION)).bytes();
        long exact = Objects.requireNonNull(classic.get(ExampleJob.PROJECTION)).bytes();
        // before Hadoop 3.5 the default stream is the classic one, which fetches nothing but what is asked for
        assertThat(narrow).isLessThanOrEqualTo(Math.max(wide * 7 / 10, exact * 103 / 100));
    }

    private static long taskReadMillis(Map<String, Cost> costs) {
        return costs.values().stream().mapToLong(Cost::taskReadMillis).sum();
    }

    private SparkSession session(Map<String, String> settings) {
        return new SparkOnStore(store, folder).session("local[2]", settings);
    }

    private Map<String, Cost> ask(Map<String, String> settings)
            throws IOException, InterruptedException, TimeoutException {
        Map<String, Cost> costs = new LinkedHashMap<>();
        try (SparkSession spark = session(settings)) {
            TaskTimes tasks = new TaskTimes();
            spark.sparkContext().addSparkListener(tasks);
            for (Map.Entry<String, ExampleJob.Question> question :
                    new ExampleJob(spark, FOLDER).questions().entrySet()) {
                FileSystem.closeAll();
                WatchedS3a.takeCalls();
                store.log().clear();
                long start = System.nanoTime();
                String answer = question.getValue().ask();
                long millis = (System.nanoTime() - start) / 1_000_000;
                spark.sparkContext().listenerBus().waitUntilEmpty();
                var data = store.log().records().where(SparkOnS3Test::isData);
                costs.put(
                        question.getKey(),
                        new Cost(
                                answer,
                                data.gets(),
                                data.heads(),
                                WatchedS3a.takeCalls(),
                                data.bytesSent(),
                                millis,
                                tasks.takeScanMillis()));
            }
        }
        FileSystem.closeAll();
        return costs;
    }

    private static boolean isData(RequestRecord record) {
        return record.facts().key().endsWith(".parquet");
    }

    private static void print(Map<String, Map<String, Cost>> costs) {
        System.out.println("| question | stream | GETs | HEADs | of opens | bytes | task read ms | wall ms |");
        for (String question : Objects.requireNonNull(costs.get(OURS)).keySet()) {
            costs.forEach((stream, questions) -> {
                Cost cost = Objects.requireNonNull(questions.get(question));
                System.out.printf(
                        "| %s | %s | %d | %d | %d | %d | %d | %d |%n",
                        question,
                        stream,
                        cost.gets(),
                        cost.heads(),
                        cost.headsOfOpens(),
                        cost.bytes(),
                        cost.taskReadMillis(),
                        cost.wallMillis());
            });
        }
        costs.forEach((stream, questions) -> {
            System.out.println(stream + ": tasks read for " + taskReadMillis(questions) + " ms");
            questions.forEach((question, cost) -> System.out.println("  " + question + ": " + cost.statusCalls()));
        });
    }
}
