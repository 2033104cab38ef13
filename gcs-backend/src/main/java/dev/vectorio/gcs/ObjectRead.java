package dev.vectorio.gcs;

import com.google.api.client.http.HttpHeaders;
import com.google.api.client.http.HttpResponse;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BlockingTransfer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One GET on one thread: sends it, hands the head over, then the body as it comes off the socket. */
final class ObjectRead implements BlockingTransfer.Body {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int SMALLEST_CHUNK_BYTES = 4 << 10;

    private final StoreLink link;
    private final GcsFailures failures;
    private final GetRequest request;
    private final ResponseSink sink;

    ObjectRead(StoreLink link, GcsFailures failures, GetRequest request, ResponseSink sink) {
        this.link = link;
        this.failures = failures;
        this.request = request;
        this.sink = sink;
    }

    /** Ends with the connection either back in the pool, because its body was read to the end, or closed. */
    @Override
    public void run(BlockingTransfer transfer) throws ObjectReadException {
        boolean[] readToTheEnd = {false};
        try {
            link.abortable(
                    transfer,
                    () -> readToTheEnd[0] =
                            receive(transfer, link.media(request).executeMedia()));
        } catch (IOException | RuntimeException e) {
            throw transfer.isCancelled() ? failures.cancelled() : failures.of(e);
        } finally {
            if (!readToTheEnd[0]) {
                transfer.cancel(); // closes the connection: a body that nobody reads would have to be drained
            }
        }
    }

    private boolean receive(BlockingTransfer transfer, HttpResponse response) throws IOException {
        if (!response.isSuccessStatusCode()) {
            boolean named = request.ifVersion()
                    .filter(version -> version.kind() == ObjectVersion.Kind.VERSION_ID)
                    .isPresent();
            throw failures.ofRefusal(response, named);
        }
        requireStoredBytes(response);
        try (InputStream body = response.getContent()) {
            if (!sink.onHead(headOf(response))) {
                transfer.cancel();
                return false;
            }
            return body == null || pump(transfer, body);
        }
    }

    /**
     * The store decompresses an object of content encoding gzip for those who do not accept gzip, and ignores the range
     * then ({@code cloud.google.com/storage/docs/transcoding}). Requests accept gzip, but something between may have
     * taken that away.
     */
    private void requireStoredBytes(HttpResponse response) throws ObjectReadException {
        boolean storedAsGzip = GcsFailures.header(response, "x-goog-stored-content-encoding")
                .filter("gzip"::equalsIgnoreCase)
                .isPresent();
        boolean sentAsGzip = Optional.ofNullable(response.getHeaders().getContentEncoding())
                .filter("gzip"::equalsIgnoreCase)
                .isPresent();
        boolean decompressed = GcsFailures.header(response, "x-guploader-response-body-transformations")
                .filter(done -> done.contains("gunzipped"))
                .isPresent();
        if (decompressed || (storedAsGzip && !sentAsGzip)) {
            throw failures.of(
                    Kind.UNSUPPORTED,
                    "the object (Content-Encoding: gzip) was decompressed on the way: these are not the stored bytes",
                    GcsFailures.answerOf(response));
        }
    }

    private boolean pump(BlockingTransfer transfer, InputStream body) throws IOException {
        long size = Math.max(
                SMALLEST_CHUNK_BYTES, Math.min(CHUNK_BYTES, request.range().length()));
        byte[] chunk = new byte[(int) size];
        while (true) {
            int count = body.read(chunk);
            if (count < 0) {
                return true;
            }
            if (transfer.isCancelled()) {
                throw failures.cancelled();
            }
            sink.onBytes(ByteBuffer.wrap(chunk, 0, count));
        }
    }

    private static ResponseHead headOf(HttpResponse response) {
        HttpHeaders headers = response.getHeaders();
        Optional<String> generation =
                GcsFailures.header(response, "x-goog-generation").filter(text -> !text.isEmpty());
        return new ResponseHead(
                response.getStatusCode(),
                Optional.ofNullable(headers.getContentLength()).stream()
                        .mapToLong(Long::longValue)
                        .findFirst(),
                Optional.ofNullable(headers.getContentRange()).flatMap(ContentRange::parse),
                generation.map(token -> new ObjectVersion(ObjectVersion.Kind.GENERATION, token)),
                generation.map(token -> new ObjectVersion(ObjectVersion.Kind.VERSION_ID, token)),
                GcsFailures.requestId(response));
    }
}
