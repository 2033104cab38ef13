package dev.vectorio.gcs;

import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.apache.v2.ApacheHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.storage.Storage;
import com.google.api.services.storage.Storage.Objects.Get;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BlockingTransfer;
import dev.vectorio.spi.GetRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * One store behind one pool of connections: builds requests of the client's generated layer, and knows how to abort them.
 * The layer's own retries and redirects are off, and so are its time-outs on reading: whoever reads keeps those clocks.
 */
final class StoreLink implements AutoCloseable {
    private static final String GOOGLE = "https://storage.googleapis.com/";

    private final CloseableHttpClient http;
    private final Storage client;
    private final CallCredentials credentials;
    private final GcsOptions options;
    private final Optional<CustomerKey> customerKey;
    /** The transfer that a thread is working on. */
    private final ThreadLocal<Optional<BlockingTransfer>> underWay = ThreadLocal.withInitial(Optional::empty);

    /**
     * A link without a connection yet.
     *
     * @param userAgent product and audit tag; empty for none
     */
    StoreLink(GcsOptions options, CallCredentials credentials, int poolSize, String userAgent) {
        this.options = options;
        this.credentials = credentials;
        this.customerKey = options.customerKey().map(CustomerKey::of);
        this.http = ApacheHttpTransport.newDefaultHttpClientBuilder()
                .disableContentCompression() // or it would decompress what is to be read as it is stored
                .disableCookieManagement()
                .setConnectionManager(StrictConnections.pool(poolSize))
                .evictIdleConnections(options.maxIdleTime().toMillis(), TimeUnit.MILLISECONDS)
                .addInterceptorFirst((org.apache.http.HttpRequestInterceptor) (request, context) -> {
                    if (request instanceof HttpRequestWrapper wrapper
                            && wrapper.getOriginal() instanceof HttpRequestBase original) {
                        underWay().ifPresent(transfer -> transfer.onCancel(original::abort));
                    }
                })
                .build();
        this.client = new Storage.Builder(
                        new ApacheHttpTransport(http), GsonFactory.getDefaultInstance(), this::initialize)
                .setRootUrl(rootUrl(options.endpoint()))
                .setApplicationName(userAgent)
                .setSuppressAllChecks(true)
                .build();
    }

    private static String rootUrl(Optional<URI> endpoint) {
        String root = endpoint.map(URI::toString).orElse(GOOGLE);
        return root.endsWith("/") ? root : root + "/";
    }

    private Optional<BlockingTransfer> underWay() {
        return underWay.get();
    }

    private void initialize(HttpRequest request) throws IOException {
        request.setConnectTimeout(Math.toIntExact(options.connectTimeout().toMillis()));
        request.setReadTimeout(0);
        request.setFollowRedirects(false);
        request.setThrowExceptionOnExecuteError(false);
        request.setLoggingEnabled(false);
        request.setNumberOfRetries(0);
        credentials.authorize(request);
        options.userProject().ifPresent(project -> request.getHeaders().set("x-goog-user-project", project));
    }

    /** Where requests go. */
    URI endpoint() {
        return options.endpoint().orElse(URI.create(GOOGLE));
    }

    CallCredentials credentials() {
        return credentials;
    }

    /** A request for bytes, as they are stored: gzip is accepted, so that nothing is decompressed on the way. */
    Get media(GetRequest request) throws IOException {
        Get get = object(request.location());
        get.setReturnRawInputStream(true);
        get.getRequestHeaders().setAcceptEncoding("gzip");
        get.getRequestHeaders().setRange(request.range().toHttpHeader());
        customerKey.ifPresent(key -> key.addTo(get.getRequestHeaders()));
        if (request.ifVersion().isPresent()) {
            condition(get, request.ifVersion().get());
        }
        return get;
    }

    private static void condition(Get get, ObjectVersion version) {
        switch (version.kind()) {
            case GENERATION -> get.setIfGenerationMatch(Long.valueOf(version.token()));
            case VERSION_ID -> get.setGeneration(Long.valueOf(version.token()));
            case ETAG, FINGERPRINT -> throw new IllegalArgumentException("GCS has no condition on " + version);
        }
    }

    /** A request for length and generation. */
    Get metadata(ObjectLocation location) throws IOException {
        return object(location).setFields("size,generation");
    }

    private Get object(ObjectLocation location) throws IOException {
        Get get = client.objects().get(location.authority(), location.key());
        options.userProject().ifPresent(get::setUserProject);
        return get;
    }

    /** What a thread does while it works on a transfer. */
    interface Work {
        void run() throws IOException;
    }

    /** Runs {@code work}; what it sends is aborted when {@code transfer} is cancelled, at any moment. */
    void abortable(BlockingTransfer transfer, Work work) throws IOException {
        underWay.set(Optional.of(transfer));
        try {
            work.run();
        } finally {
            underWay.remove();
        }
    }

    /** Closes all connections, those in use included. */
    @Override
    public void close() {
        try {
            http.close();
        } catch (IOException e) {
            // the pool closes each connection in any case, and has nothing else to say
        }
    }
}
