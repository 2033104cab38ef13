package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.transfer.s3.S3TransferManager;
import software.amazon.awssdk.transfer.s3.model.CompletedFileDownload;
import software.amazon.awssdk.transfer.s3.model.CompletedFileUpload;
import software.amazon.awssdk.transfer.s3.progress.TransferListener;

/**
 * Moves whole files to a store and back, through the S3 Transfer Manager: in parts and many at once. For staging test
 * data and results; reads of ranges are the backend's. Retries are the SDK's here. Thread-safe.
 *
 * <p>Failures of the store are {@link dev.vectorio.model.ObjectReadException}s, those of the local file its own
 * {@link IOException}s; both go to the returned stage.
 */
public final class S3Objects implements AutoCloseable {
    private static final int DEFAULT_POOL = 64;
    private static final int FILES_AT_ONCE = 8;
    private static final long PART_BYTES = 8L << 20;

    private final S3Clients.Source source;
    private final HttpStack http;
    private final RequestForms forms;
    private final S3AsyncClient client;
    private final S3TransferManager transfers;
    private final AtomicBoolean closed = new AtomicBoolean();

    private S3Objects(S3Clients clients) {
        source = clients.source();
        forms = RequestForms.of(clients.options(), Optional.empty());
        http = HttpStack.forWholeFiles(clients.options(), clients.poolSize());
        client = S3Clients.build(clients.builder(source)
                .httpClient(http.client())
                .multipartEnabled(true)
                .multipartConfiguration(
                        parts -> parts.minimumPartSizeInBytes(PART_BYTES).thresholdInBytes(PART_BYTES))
                .overrideConfiguration(clients.override().build()));
        transfers = S3TransferManager.builder().s3Client(client).build();
    }

    /**
     * With a client of its own, on Netty whatever the options say: parts are the business of the SDK's Netty client.
     *
     * @throws IllegalArgumentException if there is no region to be found for AWS
     */
    public static S3Objects create(S3Options options) {
        return new S3Objects(
                S3Clients.of(options.withMaxConnections(options.maxConnections().orElse(DEFAULT_POOL))));
    }

    /** Stores a file. */
    public CompletableFuture<ObjectMetadata> upload(Path file, ObjectLocation location, StagingProgress progress) {
        StagedFile staged = new StagedFile(file, location);
        long length;
        try {
            length = Files.size(file);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<CompletedFileUpload> upload;
        try {
            upload = transfers
                    .uploadFile(request -> request.source(file)
                            .putObjectRequest(put ->
                                    forms.shape(put.bucket(location.authority()).key(location.key())))
                            .addTransferListener(listener(staged, progress)))
                    .completionFuture();
        } catch (RuntimeException e) {
            upload = CompletableFuture.failedFuture(e);
        }
        return upload.thenApply(done -> new ObjectMetadata(
                        location,
                        length,
                        SinkTransformer.version(
                                ObjectVersion.Kind.ETAG, done.response().eTag())))
                .exceptionallyCompose(failure -> failed("upload to ", location, failure));
    }

    /**
     * Fetches an object. The file appears, or is replaced, when it is complete; a failure leaves what was there.
     */
    public CompletableFuture<ObjectMetadata> download(ObjectLocation location, Path file, StagingProgress progress) {
        StagedFile staged = new StagedFile(file, location);
        Path part;
        try {
            Path folder = file.toAbsolutePath().getParent();
            part = Files.createTempFile(folder == null ? file.getRoot() : folder, ".vector-io-", ".part");
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<CompletedFileDownload> download;
        try {
            download = transfers
                    .downloadFile(request -> request.destination(part)
                            .getObjectRequest(get ->
                                    forms.shape(get.bucket(location.authority()).key(location.key())))
                            .addTransferListener(listener(staged, progress)))
                    .completionFuture();
        } catch (RuntimeException e) {
            download = CompletableFuture.failedFuture(e);
        }
        return download.exceptionallyCompose(failure -> failed("download of ", location, failure))
                .thenCompose(done -> arrived(staged, part, done.response().eTag()))
                .whenComplete((done, failure) -> discard(part));
    }

    private static CompletableFuture<ObjectMetadata> arrived(StagedFile staged, Path part, @Nullable String eTag) {
        try {
            long length = Files.size(part);
            Files.move(part, staged.file(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return CompletableFuture.completedFuture(new ObjectMetadata(
                    staged.location(), length, SinkTransformer.version(ObjectVersion.Kind.ETAG, eTag)));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // The transfer has its result; a leftover is for whoever owns the folder.
        }
    }

    /**
     * Stores many files, some at once. After a failure no further file is begun; the stage ends when those under way
     * have.
     *
     * @return what was stored, in the order given
     */
    public CompletableFuture<List<ObjectMetadata>> uploadAll(List<StagedFile> files, StagingProgress progress) {
        return new Lanes<>(files, file -> upload(file.file(), file.location(), progress)).run(FILES_AT_ONCE);
    }

    /** Fetches many objects, as {@link #uploadAll} stores them. */
    public CompletableFuture<List<ObjectMetadata>> downloadAll(List<StagedFile> files, StagingProgress progress) {
        return new Lanes<>(files, file -> download(file.location(), file.file(), progress)).run(FILES_AT_ONCE);
    }

    private <T> CompletableFuture<T> failed(String what, ObjectLocation location, Throwable failure) {
        return CompletableFuture.failedFuture(StoreFailures.of(what + location, source.name(), client, location)
                .of(failure));
    }

    private static TransferListener listener(StagedFile staged, StagingProgress progress) {
        return new TransferListener() {
            @Override
            public void bytesTransferred(Context.BytesTransferred context) {
                var snapshot = context.progressSnapshot();
                try {
                    progress.moved(staged, snapshot.transferredBytes(), snapshot.totalBytes());
                } catch (RuntimeException e) {
                    // As its contract says: a progress bar stops nothing.
                }
            }
        };
    }

    /** Ends the client; transfers under way fail. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            transfers.close();
            client.close();
            http.close();
            source.close();
        }
    }
}
