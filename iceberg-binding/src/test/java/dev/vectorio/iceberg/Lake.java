package dev.vectorio.iceberg;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestRecords;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopFileIO;

/** A catalog whose tables lie in the simulated store, and a second one whose tables lie on the local disk: the oracle. */
final class Lake implements AutoCloseable {
    static final String BUCKET = "lake";
    private static final Namespace SPACE = Namespace.of("n");

    final SimulatedStore store;
    final TestCatalog inStore;
    final TestCatalog onDisk;

    Lake(Path folder, Map<String, String> more) {
        this(folder, SimulatedStore.start(StoreSettings.defaults()), "s3://" + BUCKET, store -> {
            Map<String, String> properties = new HashMap<>(s3(store));
            properties.putAll(more);
            return properties;
        });
    }

    /**
     * A lake in a store that speaks other dialects as well.
     *
     * @param root location of the bucket
     * @param keys how Iceberg's own {@code FileIO} reaches the store
     */
    Lake(Path folder, SimulatedStore store, String root, Function<SimulatedStore, Map<String, String>> keys) {
        this.store = store;
        store.bucket(BUCKET);
        Map<String, String> properties = new HashMap<>(keys.apply(store));
        properties.put("io-impl", VectorIoFileIO.class.getName());
        properties.put("warehouse", root + "/warehouse");
        inStore = new TestCatalog(properties);
        onDisk = new TestCatalog(Map.of(
                "io-impl",
                HadoopFileIO.class.getName(),
                "warehouse",
                folder.resolve("warehouse").toString()));
    }

    /** What a user writes to read this store by S3's dialect; the same keys that S3FileIO takes. */
    static Map<String, String> s3(SimulatedStore store) {
        return Map.of(
                "s3.endpoint", store.uri().toString(),
                "s3.path-style-access", "true",
                "s3.access-key-id", "id",
                "s3.secret-access-key", "secret",
                "client.region", "us-east-1");
    }

    /** A table in the store and the same on disk. */
    Pair create(String name, Schema schema, Map<String, String> properties) {
        TableIdentifier id = TableIdentifier.of(SPACE, name);
        PartitionSpec spec = PartitionSpec.unpartitioned();
        return new Pair(
                inStore.createTable(id, schema, spec, properties), onDisk.createTable(id, schema, spec, properties));
    }

    /** Requests for data and delete files since the log was cleared. */
    RequestRecords ofDataFiles() {
        return store.log().records().where(record -> record.key().endsWith(".parquet"));
    }

    /** The table in the store and its double. */
    record Pair(Table table, Table oracle) {}

    @Override
    public void close() {
        inStore.close();
        onDisk.close();
        store.close();
    }
}
