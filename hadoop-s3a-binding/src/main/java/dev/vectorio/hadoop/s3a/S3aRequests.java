package dev.vectorio.hadoop.s3a;

import dev.vectorio.hadoop.InterruptOnCancel;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.BlockingTransfer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamCallbacks;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.statistics.S3AInputStreamStatistics;
import org.apache.hadoop.fs.statistics.DurationTracker;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The backend of one S3A stream: sends its GETs through S3A's own client, one thread each. What S3A's client retries until
 * the head of an answer is there, it goes on retrying; bodies are the engine's.
 */
final class S3aRequests implements ObjectStoreBackend {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int THREADS = 1 << 10;

    private final ObjectInputStreamCallbacks callbacks;
    private final S3AInputStreamStatistics statistics;
    private final String key;
    private final Executor executor;

    /**
     * @param executor has a thread for each request that the engine sends at once
     */
    S3aRequests(ObjectReadParameters parameters, Executor executor) {
        this.callbacks = parameters.getCallbacks();
        this.statistics = parameters.getStreamStatistics();
        this.key = parameters.getObjectAttributes().getKey();
        this.executor = executor;
    }

    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("s3a", true, true, THREADS);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.failedFuture(
                new ObjectReadException(Kind.UNSUPPORTED, "S3A lends no metadata requests to streams: " + location));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        return BlockingTransfer.start(executor, transfer -> {
            InterruptOnCancel interrupt = InterruptOnCancel.on(transfer);
            DurationTracker duration = statistics.initiateGetRequest();
            try {
                read(request, sink, transfer, interrupt);
            } catch (Exception e) {
                duration.failed();
                throw S3aFailures.of(request, e, transfer.isCancelled());
            } finally {
                duration.close();
                interrupt.close();
            }
        });
    }

    private void read(GetRequest request, ResponseSink sink, BlockingTransfer transfer, InterruptOnCancel interrupt)
            throws IOException {
        ResponseInputStream<GetObjectResponse> body = callbacks.getObject(requestFor(request));
        // a thread that waits for a socket is not woken by an interrupt
        transfer.onCancel(() -> {
            interrupt.interrupt();
            body.abort();
        });
        boolean whole = false;
        try {
            if (sink.onHead(headOf(body.response()))) {
                copy(body, sink, transfer);
                whole = !transfer.isCancelled();
            }
        } finally {
            if (whole) {
                body.close();
            } else {
                body.abort();
            }
        }
    }

    private GetObjectRequest requestFor(GetRequest request) {
        GetObjectRequest.Builder builder =
                callbacks.newGetRequestBuilder(key).range(request.range().toHttpHeader());
        request.ifVersion().ifPresent(version -> {
            if (version.kind() == ObjectVersion.Kind.VERSION_ID) {
                builder.versionId(version.token());
            } else {
                builder.ifMatch(version.token());
            }
        });
        return builder.build();
    }

    private static ResponseHead headOf(GetObjectResponse response) {
        return new ResponseHead(
                response.sdkHttpResponse().statusCode(),
                response.contentLength() == null ? OptionalLong.empty() : OptionalLong.of(response.contentLength()),
                Optional.ofNullable(response.contentRange()).flatMap(ContentRange::parse),
                Optional.ofNullable(response.eTag())
                        .filter(tag -> !tag.isEmpty())
                        .map(ObjectVersion::etag),
                Optional.ofNullable(response.versionId())
                        .filter(id -> !id.isEmpty())
                        .map(id -> new ObjectVersion(ObjectVersion.Kind.VERSION_ID, id)),
                Optional.ofNullable(response.responseMetadata().requestId()));
    }

    private static void copy(ResponseInputStream<GetObjectResponse> body, ResponseSink sink, BlockingTransfer transfer)
            throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        int read = body.read(chunk);
        while (read >= 0 && !transfer.isCancelled()) {
            if (read > 0) {
                sink.onBytes(ByteBuffer.wrap(chunk, 0, read));
            }
            read = body.read(chunk);
        }
    }

    /** The client is S3A's. */
    @Override
    public void close() {}
}
