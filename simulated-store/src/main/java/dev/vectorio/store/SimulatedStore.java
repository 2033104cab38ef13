package dev.vectorio.store;

import dev.vectorio.store.azure.AzureDialect;
import dev.vectorio.store.fault.FaultScript;
import dev.vectorio.store.gcs.GcsDialect;
import dev.vectorio.store.http.AnswerGate;
import dev.vectorio.store.http.Dialect;
import dev.vectorio.store.http.HttpServer;
import dev.vectorio.store.http.StoreEngine;
import dev.vectorio.store.log.RequestLog;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.SyntheticBytes;
import dev.vectorio.store.object.WriteCondition;
import dev.vectorio.store.s3.S3Dialect;
import dev.vectorio.store.timing.TimingModel;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An object store over HTTP on the loopback address, in this process: objects, a model of latency and bandwidth, scripted
 * faults, a log of requests. Several may run at once and share nothing. All methods may be called from any thread.
 *
 * <pre>{@code
 * try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults())) {
 *     store.put("bucket", "key", bytes);
 *     // read it from store.uri() with any client of S3, Azure or GCS (JSON), path style
 *     assertThat(store.log().gets()).isEqualTo(1);
 * }
 * }</pre>
 */
public final class SimulatedStore implements AutoCloseable {
    private static final String THREAD_NAME = "simulated-store";

    private final ObjectCatalog catalog = new ObjectCatalog(Clock.systemUTC());
    private final StoreEngine engine;
    private final HttpServer server;
    private final String scheme;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SimulatedStore(StoreSettings settings) {
        RequestLog log = new RequestLog(settings.logLimit());
        List<Dialect> dialects = List.of(
                new AzureDialect(catalog, settings.azure()),
                new GcsDialect(catalog, settings.gcs()),
                new S3Dialect(catalog, settings.s3()));
        engine = new StoreEngine(THREAD_NAME, dialects, log, settings.timing());
        server = new HttpServer(engine, settings.port(), settings.threads(), settings.tls(), THREAD_NAME);
        scheme = settings.tls().isPresent() ? "https" : "http";
    }

    /** Starts a store without objects. Its threads are daemons; {@link #close} ends them. */
    public static SimulatedStore start(StoreSettings settings) {
        return new SimulatedStore(settings);
    }

    /** The endpoint, {@code http://127.0.0.1:port}, or {@code https} where the settings have a certificate. */
    public URI uri() {
        return URI.create(scheme + "://127.0.0.1:" + server.port());
    }

    /** The bucket of that name, made if it does not exist; for its settings, its versions, the keys it denies. */
    public Bucket bucket(String name) {
        return catalog.createBucket(name);
    }

    /** Stores a copy of {@code bytes}, replacing what was there; makes the bucket if it does not exist. */
    public StoredObject put(String bucket, String key, byte[] bytes) {
        return put(bucket, key, bytes, ObjectAttributes.none());
    }

    /** The same with headers and metadata. */
    public StoredObject put(String bucket, String key, byte[] bytes, ObjectAttributes attributes) {
        return put(bucket, key, StoredBytes.copyOf(bytes), attributes);
    }

    /** Stores an object of {@code length} bytes that needs no memory; see {@link SyntheticBytes} for its content. */
    public StoredObject putSynthetic(String bucket, String key, long length, long seed) {
        return put(bucket, key, new SyntheticBytes(length, seed), ObjectAttributes.none());
    }

    /** Stores the content of a file, mapped and not copied; the file must not change while the store runs. */
    public StoredObject putFile(String bucket, String key, Path file) {
        return put(bucket, key, StoredBytes.mapped(file), ObjectAttributes.none());
    }

    /** Stores any bytes. */
    public StoredObject put(String bucket, String key, ByteSource bytes, ObjectAttributes attributes) {
        NewObject content = NewObject.whole(bytes, EntityTags.of(bytes), attributes);
        return bucket(bucket).put(key, content, WriteCondition.always()).orElseThrow();
    }

    /** Deletes an object; nothing happens if there is none. */
    public void delete(String bucket, String key) {
        catalog.bucket(bucket).ifPresent(b -> b.delete(key));
    }

    /** One record per request. */
    public RequestLog log() {
        return engine.log();
    }

    /** What goes wrong. */
    public FaultScript faults() {
        return engine.faults();
    }

    /** Latency and bandwidth now. */
    public TimingModel timing() {
        return engine.timing();
    }

    /** Changes latency (from the next request on) and bandwidth (at once). */
    public void timing(TimingModel changed) {
        engine.timing(changed);
    }

    /** Holds all answers back until the hold is released: requests arrive, nothing is answered. */
    public AnswerGate.Hold holdAnswers() {
        return engine.gate().hold();
    }

    /** Closes all connections and ends all threads; returns when both is done. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.close();
            engine.close();
        }
    }
}
