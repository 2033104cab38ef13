package dev.vectorio.iceberg;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.hadoop.HadoopConfigurable;
import org.apache.iceberg.hadoop.SerializableConfiguration;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.io.SupportsRecoveryOperations;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.apache.iceberg.util.SerializableSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code io-impl} of a catalog whose reads go through vector-io. Writes, deletes and listings are those of the {@code
 * FileIO} behind it, and so are the store's address and the identity: both come from the properties that Iceberg's own
 * {@code FileIO}s take, vended credentials included. Where those ask for something that this library's clients do not have,
 * the one behind reads too, and the log says so once.
 *
 * <p>Thread-safe, and serializable: what it has opened stays behind. Closing it stops no stream; one that is forgotten is
 * closed when it is collected.
 */
public final class VectorIoFileIO
        implements HadoopConfigurable, DelegateFileIO, SupportsStorageCredentials, SupportsRecoveryOperations {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(VectorIoFileIO.class);
    private static final Cleaner CLEANER = Cleaner.create();

    // collections that may be changed, as Kryo fills them
    private Map<String, String> properties = new HashMap<>();
    private List<StorageCredential> vended = new ArrayList<>();
    private @Nullable SerializableSupplier<Configuration> hadoopConf;

    private transient volatile @Nullable Behind behind;

    /** What is not sent along: made when first needed, of properties and credentials. */
    private record Behind(IcebergOptions options, ReadRoutes routes, FileIO delegate, Cleaner.Cleanable cleanable) {
        void close() {
            cleanable.clean();
            delegate.close();
        }
    }

    /** To be followed by {@link #initialize}. */
    public VectorIoFileIO() {}

    /**
     * Takes a catalog's properties.
     *
     * @throws IllegalArgumentException naming key and value if one of {@code vectorio.} is unknown or malformed
     */
    @Override
    public void initialize(Map<String, String> catalogProperties) {
        IcebergOptions.from(catalogProperties);
        close();
        properties = new HashMap<>(catalogProperties);
    }

    @Override
    public Map<String, String> properties() {
        return Map.copyOf(properties);
    }

    private Behind behind() {
        Behind known = behind;
        if (known == null) {
            synchronized (this) {
                known = behind;
                if (known == null) {
                    known = newBehind();
                    behind = known;
                }
            }
        }
        return known;
    }

    private Behind newBehind() {
        IcebergOptions options = IcebergOptions.from(properties);
        if (options.delegate().equals(VectorIoFileIO.class.getName())) {
            throw new IllegalArgumentException(
                    IcebergOptions.DELEGATE.key() + "=" + options.delegate() + ": must be another class than this one");
        }
        FileIO delegate = CatalogUtil.loadFileIO(options.delegate(), properties, getConf(), vended);
        ReadRoutes routes = new ReadRoutes(properties, options, vended);
        return new Behind(options, routes, delegate, CLEANER.register(this, routes::close));
    }

    private FileIO delegate() {
        return behind().delegate();
    }

    // ---- reads ----

    @Override
    public InputFile newInputFile(String location) {
        return inputFile(location, OptionalLong.empty());
    }

    /**
     * A file of a length that somebody recorded.
     *
     * @param length in bytes; none if it is not positive, as Iceberg's own {@code FileIO}s take it
     */
    @Override
    public InputFile newInputFile(String location, long length) {
        return inputFile(location, length > 0 ? OptionalLong.of(length) : OptionalLong.empty());
    }

    private InputFile inputFile(String location, OptionalLong length) {
        Optional<ReadRoutes.Place> place = behind().routes().of(location);
        if (place.isPresent()) {
            return new IcebergInputFile(
                    place.get().route(),
                    location,
                    place.get().object(),
                    length,
                    () -> delegate().newInputFile(location).exists());
        }
        return length.isPresent()
                ? delegate().newInputFile(location, length.getAsLong())
                : delegate().newInputFile(location);
    }

    // ---- everything else ----

    @Override
    public OutputFile newOutputFile(String location) {
        return delegate().newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
        delegate().deleteFile(location);
    }

    @Override
    public void deleteFiles(Iterable<String> locations) {
        FileIO to = delegate();
        if (to instanceof SupportsBulkOperations bulk) {
            bulk.deleteFiles(locations);
            return;
        }
        int failures = 0;
        for (String location : locations) {
            try {
                to.deleteFile(location);
            } catch (RuntimeException e) {
                LOG.warn("cannot delete {}", location, e);
                failures++;
            }
        }
        if (failures > 0) {
            throw new BulkDeletionFailureException(failures);
        }
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        return withPrefixes().listPrefix(prefix);
    }

    @Override
    public void deletePrefix(String prefix) {
        withPrefixes().deletePrefix(prefix);
    }

    private SupportsPrefixOperations withPrefixes() {
        if (delegate() instanceof SupportsPrefixOperations prefixes) {
            return prefixes;
        }
        throw new UnsupportedOperationException(
                delegate().getClass().getName() + " does not support operations on prefixes");
    }

    @Override
    public boolean recoverFile(String location) {
        return delegate() instanceof SupportsRecoveryOperations recovery && recovery.recoverFile(location);
    }

    // ---- identity ----

    /** Credentials for prefixes of locations, for reads and for everything else; streams that are open keep theirs. */
    @Override
    public void setCredentials(List<StorageCredential> credentials) {
        vended = new ArrayList<>(credentials);
        close();
    }

    @Override
    public List<StorageCredential> credentials() {
        return List.copyOf(vended);
    }

    @Override
    public void setConf(Configuration conf) {
        hadoopConf = new SerializableConfiguration(conf);
    }

    @Override
    public @Nullable Configuration getConf() {
        SerializableSupplier<Configuration> given = hadoopConf;
        return given == null ? null : given.get();
    }

    @Override
    public void serializeConfWith(Function<Configuration, SerializableSupplier<Configuration>> serializer) {
        Configuration conf = getConf();
        hadoopConf = conf == null ? null : serializer.apply(conf);
    }

    /** Closes the {@code FileIO} behind this and lets go of the engine, which goes on as long as a stream is open. */
    @Override
    public void close() {
        Behind closing;
        synchronized (this) {
            closing = behind;
            behind = null;
        }
        if (closing != null) {
            closing.close();
        }
    }
}
