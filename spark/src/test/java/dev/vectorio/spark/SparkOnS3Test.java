package dev.vectorio.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same job through S3A's default stream and through vector-io; the figures are the store's own. */
@Timeout(400)
class SparkOnS3Test {
    private static final long ROWS = 400_000;
    private static final int PARTITIONS = 4;
    private static final String FOLDER = "s3a://lake/trips";
    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(?:E\\d+)?");

    /**
     * What one question cost.
     *
     * @param answer the row
     * @param gets reads of the data files
     * @param heads metadata requests for data files
     * @param bytes sent from the data files
     * @param millis wall time
     */
    private record Cost(String answer, int gets, int heads, long bytes, long millis) {}

    @Test
    void answersAreEqualAndCostNoMoreRequests(@TempDir Path folder) throws Exception {
        try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults())) {
            store.bucket("lake");
            try (SparkSession spark = session(store, folder, Map.of())) {
                new ExampleJob(spark, FOLDER).write(ROWS);
            }
            FileSystem.closeAll();
            store.timing(TimingModel.none()
                    .withFirstByte(Duration.ofMillis(30), 0.1)
                    .withBandwidth(80L << 20, 800L << 20)
                    .withSeed(7));
            Map<String, Cost> stock = ask(store, folder, Map.of());
            Map<String, Cost> ours = ask(store, folder, ExampleJob.vectorIoSettings());
            print(stock, ours);
            ours.forEach((name, cost) -> {
                Cost other = stock.getOrDefault(name, cost);
                assertThat(rounded(cost.answer())).as(name).isEqualTo(rounded(other.answer()));
                assertThat(cost.heads())
                        .as(name + ": HEADs, which come from paths without a status")
                        .isLessThanOrEqualTo(other.heads());
            });
            String projection = "projection of 2 of 20 columns";
            Cost narrow = Objects.requireNonNull(ours.get(projection));
            Cost wide = Objects.requireNonNull(stock.get(projection));
            assertThat(narrow.bytes()).isLessThanOrEqualTo(wide.bytes() * 7 / 10);
            // one for each end of a file and each column chunk, as nothing is near enough to be merged
            assertThat(narrow.gets()).isLessThanOrEqualTo(wide.gets() + PARTITIONS);
        }
    }

    private static SparkSession session(SimulatedStore store, Path folder, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.local.dir", folder.toString())
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
                .config("spark.hadoop.fs.s3a.endpoint", store.uri().toString())
                .config("spark.hadoop.fs.s3a.endpoint.region", "us-east-1")
                .config("spark.hadoop.fs.s3a.path.style.access", "true")
                .config("spark.hadoop.fs.s3a.connection.ssl.enabled", "false")
                .config("spark.hadoop.fs.s3a.access.key", "key")
                .config("spark.hadoop.fs.s3a.secret.key", "secret")
                .config(
                        "spark.hadoop.fs.s3a.aws.credentials.provider",
                        "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider")
                .config("spark.hadoop.fs.s3a.buffer.dir", folder.toString())
                .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "2");
        settings.forEach(builder::config);
        return builder.getOrCreate();
    }

    private static Map<String, Cost> ask(SimulatedStore store, Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<String, Cost> costs = new LinkedHashMap<>();
        try (SparkSession spark = session(store, folder, settings)) {
            ExampleJob job = new ExampleJob(spark, FOLDER);
            job.questions().forEach((name, question) -> {
                store.log().clear();
                long start = System.nanoTime();
                String answer = question.ask();
                long millis = (System.nanoTime() - start) / 1_000_000;
                costs.put(name, cost(store, answer, millis));
            });
        }
        FileSystem.closeAll();
        return costs;
    }

    private static Cost cost(SimulatedStore store, String answer, long millis) {
        var data = store.log().records().where(SparkOnS3Test::isData);
        return new Cost(answer, data.gets(), data.heads(), data.bytesSent(), millis);
    }

    private static boolean isData(RequestRecord record) {
        return record.facts().key().endsWith(".parquet");
    }

    // sums of doubles depend on the order of tasks
    private static String rounded(String answer) {
        Matcher numbers = NUMBER.matcher(answer);
        return numbers.replaceAll(number ->
                new BigDecimal(number.group()).round(new MathContext(9)).toPlainString());
    }

    private static void print(Map<String, Cost> stock, Map<String, Cost> ours) {
        System.out.println("question | GETs | HEADs | bytes | ms   (S3A's default stream -> vector-io)");
        stock.forEach((name, one) -> {
            Cost other = ours.getOrDefault(name, one);
            System.out.printf(
                    "%s | %d -> %d | %d -> %d | %d -> %d | %d -> %d%n",
                    name,
                    one.gets(),
                    other.gets(),
                    one.heads(),
                    other.heads(),
                    one.bytes(),
                    other.bytes(),
                    one.millis(),
                    other.millis());
        });
    }
}
