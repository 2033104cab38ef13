package dev.vectorio.spark;

import dev.vectorio.store.SimulatedStore;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Sessions whose {@code s3a} is a simulated store.
 *
 * @param folder for what Spark writes to the disk
 */
record SparkOnStore(SimulatedStore store, Path folder) {
    /** A session that the caller closes. */
    SparkSession session(String master, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.local.dir", folder.toString())
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
                .config("spark.hadoop.fs.s3a.impl", WatchedS3a.class.getName())
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
}
