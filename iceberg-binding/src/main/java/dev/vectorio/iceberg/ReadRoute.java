package dev.vectorio.iceberg;

import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.EngineLease;
import dev.vectorio.parquet.FileReads;
import dev.vectorio.parquet.FileToRead;
import dev.vectorio.parquet.FooterCache;
import java.io.Closeable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.metrics.MetricsContext;

/**
 * How the files of one store are read as one identity: the properties of the engine, which all routes with equal ones
 * share, and what files of this route leave behind for each other. Thread-safe. Whatever is opened holds the engine
 * itself, so that a route has nothing to close but what it announced.
 */
final class ReadRoute {
    private final Map<String, String> engineProperties;
    private final Optional<EngineLease.Extras> credentials;
    private final IcebergOptions options;
    private final MetricsContext metrics;
    private final FooterCache footers;
    private final ThreadLocal<AnnouncedFiles> announcing;

    /**
     * @param engineProperties {@code vectorio.} keys, those of the client included
     * @param credentials if they are not among the properties
     */
    ReadRoute(
            Map<String, String> engineProperties,
            Optional<ModuleCredentials> credentials,
            IcebergOptions options,
            MetricsContext metrics) {
        this.engineProperties = Map.copyOf(engineProperties);
        this.credentials = credentials.map(EngineLease.Extras.class::cast);
        this.options = options;
        this.metrics = metrics;
        this.footers = FooterCache.ofFootersOnly(options.footerCacheFiles());
        this.announcing = ThreadLocal.withInitial(this::newList);
    }

    private AnnouncedFiles newList() {
        return new AnnouncedFiles(options.lookAheadFiles());
    }

    /** A reference to the engine, which is made if nobody has one. */
    EngineLease lease() {
        return EngineLease.of(engineProperties, credentials);
    }

    /** Counters under Iceberg's names. */
    MetricsContext metrics() {
        return metrics;
    }

    /**
     * A file that was asked for with a length, and may be opened with others: those that one thread asks for before one of
     * them is opened are announced together.
     */
    AnnouncedFiles announce(KnownObject file) {
        if (options.lookAheadFiles() == 0 || !options.core().lookAheadEnabled()) {
            return AnnouncedFiles.none();
        }
        AnnouncedFiles list = announcing.get();
        if (!list.add(file)) {
            list = newList();
            list.add(file);
            announcing.set(list);
        }
        return list;
    }

    /** Where the footer of a file is remembered. A file of a table is never written twice, so place and length tell. */
    FooterCache.Place footerPlace(ObjectLocation location, OptionalLong recordedLength) {
        return recordedLength.isPresent()
                ? footers.place(List.of(location, recordedLength.getAsLong()))
                : FooterCache.Place.NOWHERE;
    }

    /** A stream's reads, what is remembered of its file, and what it gives back when it is closed. */
    record Opened(FileReads reads, FooterCache.Place footer, List<Closeable> owned) {}

    /** Opens a file; no I/O. What was announced with it is fetched from now on. */
    Opened open(KnownObject file, AnnouncedFiles announced, FooterCache.Place footer) {
        EngineLease lease = lease();
        try {
            VectorIo io = lease.io();
            announced.opened(io);
            FileReads reads = FileReads.open(new FileToRead(file, io.options(), io::open, patternOf(file), footer));
            return new Opened(reads, footer, List.of(lease::close));
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    // manifests and metadata are read from their first byte to their last
    private static FileToRead.Pattern patternOf(KnownObject file) {
        String key = file.location().key().toLowerCase(Locale.ROOT);
        return key.endsWith(".avro") || key.endsWith(".json") || key.endsWith(".gz")
                ? FileToRead.Pattern.SEQUENTIAL
                : FileToRead.Pattern.ADAPTIVE;
    }
}
