package dev.vectorio.hadoop;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.KnownObject;
import dev.vectorio.parquet.EngineLease;
import dev.vectorio.parquet.FileReads;
import dev.vectorio.parquet.FileToRead;
import dev.vectorio.parquet.FooterCache;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens streams for one file system instance: on the engine that it shares with all others of equal {@code vectorio.}
 * keys, and with a memory of footers of its own, as another instance may have another user. Thread-safe. Streams outlive
 * it.
 */
public final class StreamOpener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamOpener.class);
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private final EngineLease lease;
    private final FooterCache footers;
    private final boolean ownClient;

    private StreamOpener(EngineLease lease, FooterCache footers, boolean ownClient) {
        this.lease = lease;
        this.footers = footers;
        this.ownClient = ownClient;
    }

    /**
     * Takes the keys that begin with {@code vectorio.}.
     *
     * @throws IllegalArgumentException naming key and value if one is unknown or malformed
     */
    public static StreamOpener of(Configuration conf) {
        Map<String, String> properties = HadoopOptions.propertiesOf(conf);
        HadoopOptions options = HadoopOptions.from(properties);
        return new StreamOpener(EngineLease.of(properties), new FooterCache(options.footerCacheFiles()), false);
    }

    /**
     * As {@link #of(Configuration)}, on this library's own client of the file system's store, if there is one and it can
     * take the identity that the connector's keys describe; if it cannot, one line says why.
     */
    static StreamOpener onOwnClient(URI fileSystem, Configuration conf) throws IOException {
        Map<String, String> properties = HadoopOptions.propertiesOf(conf);
        HadoopOptions options = HadoopOptions.from(properties);
        if (options.client() == HadoopOptions.Client.WRAPPED || !VectorIo.hasBackend(fileSystem.getScheme())) {
            return of(conf);
        }
        OwnClient client = OwnClient.of(fileSystem, conf);
        if (client.refused().isPresent()) {
            if (TOLD.add(fileSystem.getScheme() + client.refused().get())) {
                LOG.warn(
                        "{}: read by the wrapped file system, as {}",
                        fileSystem,
                        client.refused().get());
            }
            return of(conf);
        }
        Map<String, String> all = new TreeMap<>(client.properties());
        all.putAll(properties);
        return new StreamOpener(EngineLease.of(all), new FooterCache(options.footerCacheFiles()), true);
    }

    /** True if this library's own client reads: an opening's backend is not asked for then. */
    boolean isOnOwnClient() {
        return ownClient;
    }

    /** The options in force; where {@code enabled} is false, nothing is to be opened here. */
    public VectorIoOptions options() {
        return lease.io().options();
    }

    /**
     * What to open.
     *
     * @param path names the file in messages
     * @param known the object
     * @param state equal for the same bytes and for nothing else, if anybody can tell: the footer is then remembered. If
     *     nobody can, what the answers say is what later openings with that {@link KnownObject} as their state find
     * @param pattern what reads to expect
     * @param backend makes the stream's backend, for an executor that may be blocked; it is closed with the stream
     * @param counts makes what the stream reports to
     */
    public record Opening(
            String path,
            KnownObject known,
            Optional<Object> state,
            FileToRead.Pattern pattern,
            Function<Executor, ObjectStoreBackend> backend,
            Function<FileReads, StreamCounts> counts) {}

    /**
     * Opens; no I/O.
     *
     * @throws IllegalStateException if this is closed
     */
    public StreamReads open(Opening opening) {
        EngineLease streamLease = lease.again();
        VectorIo io = streamLease.io();
        if (ownClient) {
            return open(opening, streamLease, io::open, List.of(streamLease::close));
        }
        ObjectStoreBackend backend = opening.backend().apply(streamLease.blocking());
        return open(
                opening, streamLease, object -> io.open(object, backend), List.of(backend::close, streamLease::close));
    }

    private StreamReads open(
            Opening opening,
            EngineLease streamLease,
            Function<KnownObject, RangeReader> opener,
            List<Closeable> owned) {
        FooterCache.Place footer = opening.state().map(footers::place).orElseGet(footers::placeOfUnknown);
        FileReads engine = FileReads.open(
                new FileToRead(opening.known(), streamLease.io().options(), opener, opening.pattern(), footer));
        StreamCounts counts = opening.counts().apply(engine);
        return new StreamReads(opening.path(), engine, counts, owned);
    }

    /** Gives the engine back; streams that are open go on. Idempotent. */
    @Override
    public void close() {
        lease.close();
    }
}
