package dev.vectorio.gcs;

import com.google.api.client.http.HttpResponse;
import com.google.api.services.storage.model.StorageObject;
import com.google.auth.Credentials;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.BlockingTransfer;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Google Cloud Storage over its JSON API, by the generated layer of the Java client. (Its {@code ReadChannel} has no suffix
 * read, hides the head of an answer and asks for metadata first.)
 *
 * <p>One {@code get} is one HTTP request, which asks for the stored bytes of an object, compressed or not. One answer makes
 * it two, because only this side can act on it: a token that the store says has expired (once, with a new one). All else is
 * reported. Reads block threads of this backend's own. There is no time-out on waiting for a connection, for a first byte
 * or for the next: whoever reads keeps those clocks and cancels.
 */
public final class GcsBackend implements ObjectStoreBackend {
    static final int DEFAULT_POOL = 64;

    private final StoreLink link;
    private final ReadThreads threads;
    private final BackendCapabilities capabilities;
    private final AtomicBoolean closed = new AtomicBoolean();

    GcsBackend(GcsOptions options, CallCredentials credentials, int poolSize, String userAgent) {
        this.link = new StoreLink(options, credentials, poolSize, userAgent);
        this.threads = ReadThreads.of(poolSize);
        this.capabilities = new BackendCapabilities("gcs", true, true, poolSize);
    }

    /**
     * A backend with a pool of {@link GcsOptions#maxConnections()}, or 64.
     *
     * @throws IllegalArgumentException if the service account's key cannot be read
     */
    public static GcsBackend create(GcsOptions options) {
        return new GcsBackend(options, CallCredentials.of(options), pool(options, DEFAULT_POOL), product());
    }

    /** The same with credentials of the caller's; {@link com.google.cloud.NoCredentials} for none. */
    public static GcsBackend create(GcsOptions options, Credentials credentials) {
        CallCredentials given = CallCredentials.of(credentials, "the credentials given");
        return new GcsBackend(options, given, pool(options, DEFAULT_POOL), product());
    }

    /**
     * A backend that reads from where {@code client} does and as whom it does; connections are its own, because the
     * client's cannot be aborted, and the client stays open.
     *
     * @throws IllegalArgumentException if the client does not speak JSON over HTTP
     */
    public static GcsBackend of(Storage client, GcsOptions options) {
        return of(client, options, pool(options, DEFAULT_POOL), product());
    }

    static GcsBackend of(Storage client, GcsOptions options, int poolSize, String userAgent) {
        StorageOptions given = client.getOptions();
        GcsOptions there = options.withEndpoint(URI.create(given.getHost()));
        CallCredentials credentials = CallCredentials.of(given.getCredentials(), "the client given");
        return new GcsBackend(there, credentials, poolSize, userAgent);
    }

    /** {@code vector-io/<version>}. */
    private static String product() {
        try (InputStream version = GcsBackend.class.getResourceAsStream("version.txt")) {
            if (version == null) {
                throw new IllegalStateException("version.txt is missing from the jar");
            }
            return "vector-io/" + new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int pool(GcsOptions options, int otherwise) {
        return options.maxConnections().orElse(otherwise);
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        GcsFailures failures = failures("HEAD " + location);
        CompletableFuture<ObjectMetadata> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(metadata(location, failures));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(closed.get() ? failures.closed() : failures.of(e));
            } catch (Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private ObjectMetadata metadata(ObjectLocation location, GcsFailures failures) throws IOException {
        requireOpen(failures);
        HttpResponse response = link.metadata(location).executeUnparsed();
        if (!response.isSuccessStatusCode()) {
            throw failures.ofRefusal(response, false);
        }
        StorageObject object = response.parseAs(StorageObject.class);
        if (object.getSize() == null) {
            throw failures.of(Kind.PROTOCOL, "no length in the answer", GcsFailures.answerOf(response));
        }
        return new ObjectMetadata(
                location,
                object.getSize().longValueExact(),
                Optional.ofNullable(object.getGeneration())
                        .map(g -> new ObjectVersion(ObjectVersion.Kind.GENERATION, Long.toString(g))));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        GcsFailures failures = failures("GET " + request.location() + " " + request.range());
        return BlockingTransfer.start(threads, transfer -> {
            requireOpen(failures);
            new ObjectRead(link, failures, request, sink).run(transfer);
        });
    }

    private void requireOpen(GcsFailures failures) throws ObjectReadException {
        if (closed.get()) {
            throw failures.closed();
        }
    }

    private GcsFailures failures(String what) {
        return new GcsFailures(what, link.credentials().source(), link.endpoint());
    }

    /** Closes the connections, those in use included. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            link.close();
            threads.close();
        }
    }
}
