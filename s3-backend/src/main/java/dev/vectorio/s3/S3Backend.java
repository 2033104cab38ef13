package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * S3, and every store that speaks its language, through the asynchronous client of the AWS SDK.
 *
 * <p>One {@code get} is one HTTP request. Two answers make it two, because only this side can act on them: an expired
 * session token (once, with renewed credentials) and a clock that is off (once, corrected). All else is reported.
 * Bodies go to the sink on the client's threads as they arrive. There is no time-out on waiting for a connection, for a
 * first byte or for the next: whoever reads keeps those clocks and cancels. Nothing is decompressed, no checksum is
 * asked for or checked: those that S3 sends with a range cover the whole object.
 */
public final class S3Backend implements ObjectStoreBackend {
    private final S3AsyncClient client;
    private final SignedCalls calls;
    private final RequestForms forms;
    private final boolean mayDropBodies;
    private final BackendCapabilities capabilities;
    /** Closes what is this backend's own. */
    private final Runnable closeOwned;

    private final AtomicBoolean closed = new AtomicBoolean();
    /** What ends the requests under way. */
    private final Set<Runnable> open = ConcurrentHashMap.newKeySet();

    S3Backend(S3AsyncClient client, SignedCalls calls, RequestForms forms, ClientPool pool, Runnable closeOwned) {
        this.client = client;
        this.calls = calls;
        this.forms = forms;
        this.mayDropBodies = pool.mayDropBodies();
        this.capabilities = new BackendCapabilities("s3", true, true, pool.size());
        this.closeOwned = closeOwned;
    }

    /**
     * A backend with a client of its own and a pool of {@link S3Options#maxConnections()}, or 64.
     *
     * @throws IllegalArgumentException if there is no region to be found for AWS
     */
    public static S3Backend create(S3Options options) {
        return S3Clients.of(options).backend();
    }

    /**
     * A backend on a client that stays open. For this backend's requests the client's retries and its checks of
     * response checksums are off, whatever it was built with; pool, time-outs and user agent are its own.
     *
     * @param poolSize how many connections the client's pool holds
     */
    public static S3Backend of(S3AsyncClient client, int poolSize) {
        return S3Clients.backendOn(client, poolSize, S3Options.defaults());
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        StoreFailures failures = failures("HEAD " + location, location);
        CompletableFuture<HeadObjectResponse> answer = calls.call(override -> closed.get()
                ? CompletableFuture.failedFuture(closedFailure(failures))
                : client.headObject(forms.head(location, override)));
        CompletableFuture<ObjectMetadata> result = answer.thenCompose(
                        response -> metadata(location, response, failures))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(failures.of(failure)));
        track(result, () -> result.completeExceptionally(closedFailure(failures)));
        return result;
    }

    private static CompletableFuture<ObjectMetadata> metadata(
            ObjectLocation location, HeadObjectResponse response, StoreFailures failures) {
        Optional<ObjectReadException> unreadable =
                ClientSideEncryption.refuse(failures, response.metadata(), response.sdkHttpResponse());
        if (unreadable.isPresent()) {
            return CompletableFuture.failedFuture(unreadable.get());
        }
        if (response.contentLength() == null) {
            return CompletableFuture.failedFuture(failures.of(
                    Kind.PROTOCOL, "no length in the answer", StoreFailures.answerOf(response.sdkHttpResponse())));
        }
        return CompletableFuture.completedFuture(new ObjectMetadata(
                location,
                response.contentLength(),
                SinkTransformer.version(
                        response.eTag(), OptionalLong.of(response.contentLength()), response.lastModified())));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        StoreFailures failures = failures("GET " + request.location() + " " + request.range(), request.location());
        ObjectTransfer transfer = ObjectTransfer.start(
                calls,
                failures,
                sink,
                mayDropBodies,
                (override, answer) -> closed.get()
                        ? CompletableFuture.failedFuture(closedFailure(failures))
                        : client.getObject(forms.get(request, override), answer));
        track(transfer.done(), () -> transfer.end(closedFailure(failures)));
        return transfer;
    }

    /** Ends with the close what has not ended before: a client that is closed may leave its futures open. */
    private void track(CompletionStage<?> done, Runnable end) {
        open.add(end);
        var unused = done.whenComplete((result, failure) -> open.remove(end));
        if (closed.get()) {
            end.run();
        }
    }

    private StoreFailures failures(String what, ObjectLocation location) {
        return StoreFailures.of(what, calls.credentials().source(), client, location);
    }

    private static ObjectReadException closedFailure(StoreFailures failures) {
        return failures.of(Kind.CANCELLED, "the backend is closed", StoreAnswer.none());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            open.forEach(Runnable::run);
            closeOwned.run();
        }
    }
}
