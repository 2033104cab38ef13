package dev.vectorio.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.sum;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Writes a data set and asks four questions of it. Knows nothing of vector-io: settings alone decide what reads.
 *
 * @param spark the session
 * @param folder where the data set lies, such as {@code s3a://lake/trips}
 */
public record ExampleJob(SparkSession spark, String folder) {
    /** A question. */
    public static final String PROJECTION = "projection of 2 of 20 columns";

    /** A question. */
    public static final String FILTER = "filter on the sorted key";

    /** A question. */
    public static final String COUNT = "count";

    /** A question. */
    public static final String JOIN = "join of two projections";

    private static final int MEASURES = 20;

    /** {@code --conf} settings of spark-submit that make vector-io read what S3A opens. */
    public static Map<String, String> vectorIoSettings() {
        return new TreeMap<>(Map.of(
                "spark.hadoop.fs.s3a.input.stream.type",
                "custom",
                "spark.hadoop.fs.s3a.input.stream.custom.factory",
                "dev.vectorio.hadoop.s3a.VectorIoStreamFactory"));
    }

    /** Rows of a key, a day (the partition) and twenty measures, sorted by key in each file. */
    public void write(long rows) {
        Dataset<Row> data = spark.range(rows).toDF("id").withColumn("day", expr("cast(id % 4 as int)"));
        for (int i = 0; i < MEASURES; i++) {
            data = data.withColumn("m" + i, expr("rand(" + i + ")"));
        }
        data.repartition(4, col("day"))
                .sortWithinPartitions("day", "id")
                .write()
                .mode(SaveMode.Overwrite)
                .option("parquet.block.size", 4 << 20)
                .option("compression", "none")
                .partitionBy("day")
                .parquet(folder);
    }

    /** The questions, by name, and what each is answered with: one row as text. */
    public Map<String, Question> questions() {
        Map<String, Question> questions = new LinkedHashMap<>();
        questions.put(PROJECTION, () -> one(data().agg(sum("m3"), sum("m17"))));
        questions.put(
                FILTER, () -> one(data().filter("id between 100000 and 101000").agg(sum("id"), sum("m5"))));
        questions.put(COUNT, () -> Long.toString(data().count()));
        questions.put(
                JOIN,
                () -> one(data().select("id", "m1")
                        .join(data().filter("day = 2").select(col("id"), col("m2")), "id")
                        .agg(sum("m1"), sum("m2"))));
        return questions;
    }

    /** Asks, and answers with the one row. */
    @FunctionalInterface
    public interface Question {
        /** The answer. */
        String ask();
    }

    private Dataset<Row> data() {
        return spark.read().parquet(folder);
    }

    private static String one(Dataset<Row> answer) {
        List<Row> rows = answer.collectAsList();
        return rows.get(0).toString();
    }
}
