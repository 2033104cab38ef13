package dev.vectorio.iceberg;

import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * A catalog as catalogs over a metastore are: it knows where each table's metadata lies and nothing else, and loads its
 * {@code io-impl} from its properties. Iceberg's own in-memory catalog takes no {@code io-impl}.
 */
final class TestCatalog extends BaseMetastoreCatalog implements Closeable {
    private final FileIO io;
    private final String warehouse;
    private final Map<TableIdentifier, String> metadata = new ConcurrentHashMap<>();

    TestCatalog(Map<String, String> properties) {
        this.io = CatalogUtil.loadFileIO(properties.getOrDefault("io-impl", ""), properties, new Configuration(false));
        this.warehouse = properties.getOrDefault("warehouse", "");
    }

    FileIO io() {
        return io;
    }

    @Override
    protected TableOperations newTableOps(TableIdentifier id) {
        return new Operations(id);
    }

    @Override
    protected String defaultWarehouseLocation(TableIdentifier id) {
        return warehouse + "/" + id.name();
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
        return List.copyOf(metadata.keySet());
    }

    @Override
    public boolean dropTable(TableIdentifier id, boolean purge) {
        return metadata.remove(id) != null;
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        io.close();
    }

    private final class Operations extends BaseMetastoreTableOperations {
        private final TableIdentifier id;

        Operations(TableIdentifier id) {
            this.id = id;
        }

        @Override
        protected String tableName() {
            return id.toString();
        }

        @Override
        public FileIO io() {
            return io;
        }

        @Override
        protected void doRefresh() {
            String location = metadata.get(id);
            if (location == null) {
                disableRefresh();
            } else {
                refreshFromMetadataLocation(location);
            }
        }

        @Override
        protected void doCommit(@Nullable TableMetadata base, TableMetadata changed) {
            String location = writeNewMetadataIfRequired(base == null, changed);
            boolean first = base == null && metadata.putIfAbsent(id, location) == null;
            if (!first && (base == null || !metadata.replace(id, base.metadataFileLocation(), location))) {
                throw new CommitFailedException("%s was changed by another", id);
            }
        }
    }
}
