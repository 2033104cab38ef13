package dev.vectorio.adls;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.rest.Response;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.DownloadRetryOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Azure Blob Storage and Data Lake Storage through the asynchronous Blob client of the Azure SDK, for {@code abfs(s)},
 * {@code wasb(s)} and {@code https} locations.
 *
 * <p>One {@code get} is one HTTP request for exactly the bytes asked for: no chunking, read-ahead, retry or resume of the
 * client's takes part, no hash is asked for, and no suffix range is ever sent, which the service would answer with the
 * whole blob. Bodies go to the sink on the client's threads as they arrive, without a copy. There is no time-out on waiting
 * for a connection, for a first byte or for the next: whoever reads keeps those clocks and cancels.
 */
public final class AdlsBackend implements ObjectStoreBackend {
    private static final int DEFAULT_POOL = 64;
    private static final DownloadRetryOptions NO_RETRIES = new DownloadRetryOptions().setMaxRetryRequests(0);

    private final AdlsOptions options;
    private final Function<BlobAddress, Accounts.Account> accounts;
    private final BackendCapabilities capabilities;
    /** Closes what is this backend's own. */
    private final Runnable closeOwned;

    private final AtomicBoolean closed = new AtomicBoolean();

    private AdlsBackend(
            AdlsOptions options, Function<BlobAddress, Accounts.Account> accounts, int poolSize, Runnable closeOwned) {
        this.options = options;
        this.accounts = accounts;
        this.capabilities = new BackendCapabilities("adls", false, true, poolSize);
        this.closeOwned = closeOwned;
    }

    /** A backend with a client of its own and pools of {@link AdlsOptions#maxConnections()}, or 64. */
    public static AdlsBackend create(AdlsOptions options) {
        return create(options, Optional.empty(), options.maxConnections().orElse(DEFAULT_POOL), "vector-io");
    }

    static AdlsBackend create(
            AdlsOptions options, Optional<TokenCredential> credential, int poolSize, String userAgent) {
        HttpStack stack = HttpStack.of(options, poolSize);
        Accounts accounts = new Accounts(options, stack.client(), credential, userAgent);
        return new AdlsBackend(options, accounts::of, poolSize, stack::close);
    }

    /**
     * A backend on a client that stays open, for the account of that client alone. For this backend's requests the client's
     * retries are off, whatever it was built with; pool, time-outs, credentials and user agent are its own.
     *
     * @param poolSize how many connections the client's pool holds
     */
    public static AdlsBackend of(BlobServiceAsyncClient client, int poolSize) {
        Accounts.Account only = new Accounts.Account(Accounts.sendingOnce(client), "the given client");
        Function<BlobAddress, Accounts.Account> accounts = address -> {
            if (!address.account().equals(client.getAccountName())
                    || address.sas().isPresent()) {
                throw new IllegalArgumentException("the given client is for account " + client.getAccountName()
                        + " alone, with its own credentials");
            }
            return only;
        };
        return new AdlsBackend(AdlsOptions.defaults(), accounts, poolSize, () -> {});
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        StoreFailures failures = StoreFailures.of("HEAD " + location);
        try {
            requireOpen(failures);
            BlobAddress address = BlobAddress.of(location, options.endpoint());
            Accounts.Account account = accounts.apply(address);
            StoreFailures named = failures.at(account);
            return WatchedCall.start(signed(
                            address, blob(account, address, Optional.empty()).getPropertiesWithResponse(null)))
                    .thenApply(answer -> metadata(location, answer, named))
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(named.of(failure)));
        } catch (ObjectReadException | RuntimeException e) {
            return CompletableFuture.failedFuture(failures.of(e));
        }
    }

    private static ObjectMetadata metadata(ObjectLocation location, Response<?> answer, StoreFailures failures) {
        OptionalLong length = BlobTransfer.length(answer.getHeaders());
        if (length.isEmpty()) {
            throw new java.util.concurrent.CompletionException(failures.of(
                    Kind.PROTOCOL,
                    "no length in the answer",
                    StoreFailures.answerOf(answer.getStatusCode(), answer.getHeaders())));
        }
        return new ObjectMetadata(location, length.getAsLong(), BlobTransfer.version(answer.getHeaders()));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        StoreFailures failures = StoreFailures.of("GET " + request.location() + " " + request.range());
        try {
            requireOpen(failures);
            BlobRange range = boundedRange(request.range(), failures);
            BlobAddress address = BlobAddress.of(request.location(), options.endpoint());
            Accounts.Account account = accounts.apply(address);
            Mono<BlobDownloadAsyncResponse> answer = blob(account, address, versionId(request))
                    .downloadStreamWithResponse(range, NO_RETRIES, condition(request), false);
            return BlobTransfer.start(failures.at(account), sink, signed(address, answer));
        } catch (ObjectReadException | RuntimeException e) {
            return BlobTransfer.failed(failures, sink, e);
        }
    }

    private void requireOpen(StoreFailures failures) throws ObjectReadException {
        if (closed.get()) {
            throw failures.of(Kind.CANCELLED, "the backend is closed", StoreAnswer.none());
        }
    }

    private static BlobRange boundedRange(GetRange range, StoreFailures failures) throws ObjectReadException {
        if (range instanceof GetRange.Bounded bounded) {
            return new BlobRange(bounded.range().offset(), bounded.range().length());
        }
        throw failures.of(Kind.UNSUPPORTED, "the Blob service has no suffix ranges", StoreAnswer.none());
    }

    private static BlobRequestConditions condition(GetRequest request) {
        BlobRequestConditions conditions = new BlobRequestConditions();
        request.ifVersion()
                .filter(version -> version.kind() == ObjectVersion.Kind.ETAG)
                .ifPresent(version -> conditions.setIfMatch(version.token()));
        return conditions;
    }

    private static Optional<String> versionId(GetRequest request) {
        return request.ifVersion()
                .filter(version -> version.kind() == ObjectVersion.Kind.VERSION_ID)
                .map(ObjectVersion::token);
    }

    private static BlobAsyncClient blob(Accounts.Account account, BlobAddress address, Optional<String> versionId) {
        BlobContainerAsyncClient container = account.client().getBlobContainerAsyncClient(address.container());
        return versionId
                .map(id -> container.getBlobVersionAsyncClient(address.blob(), id))
                .orElseGet(() -> container.getBlobAsyncClient(address.blob()));
    }

    private static <T> Mono<T> signed(BlobAddress address, Mono<T> answer) {
        return address.sas().isPresent()
                ? answer.contextWrite(RequestPolicy.withSas(address.sas().get()))
                : answer;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            closeOwned.run();
        }
    }
}
