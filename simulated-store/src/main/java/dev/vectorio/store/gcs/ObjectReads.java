package dev.vectorio.store.gcs;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RangeSpec.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The method {@code objects.get}: metadata, or with {@code alt=media} the bytes, with one range per request
 * ({@code cloud.google.com/storage/docs/json_api/v1/objects/get}).
 */
final class ObjectReads {

    Answer metadata(GcsCall call) {
        Bucket bucket = call.bucket();
        return ObjectResource.answer(bucket, judged(call, bucket));
    }

    private static StoredObject judged(GcsCall call, Bucket bucket) {
        GcsTarget target = call.target();
        call.requireAccess(bucket, target.object(), "storage.objects.get");
        StoredObject object = GcsCall.object(bucket, target.object(), target.number("generation"));
        Preconditions.of(target).checkRead(object);
        return object;
    }

    Answer media(GcsCall call) {
        StoredObject object = judged(call, call.bucket());
        CustomerKey.checkRead(call, object.attributes());
        Answer head = ObjectResource.downloadHead(object);
        boolean encoded = isGzip(object);
        if (encoded && transcodes(call, object)) {
            // an object that says gzip and is none is served as it is
            Optional<byte[]> plain = GzipBody.gunzipped(ByteSums.onHeap(object.bytes()));
            if (plain.isPresent()) {
                return transcoded(head, plain.get());
            }
        }
        Answer asStored = encoded ? head.withHeader("Content-Encoding", "gzip") : head;
        Answer withRanges = asStored.withHeader("Accept-Ranges", "bytes");
        Optional<RangeSpec> range = call.request().range();
        if (range.isEmpty()) {
            return withRanges.withBody(object.bytes());
        }
        Span span = range.get().resolve(object.length()).orElseThrow(() -> unsatisfiable(object));
        return new Answer(206, withRanges.headers(), withRanges.body(), withRanges.contentLength(), true)
                .withHeader("Content-Range", "bytes " + span.offset() + "-" + (span.end() - 1) + "/" + object.length())
                .withBody(object.bytes(), span);
    }

    private static boolean isGzip(StoredObject object) {
        return "gzip".equals(object.attributes().system().get("content-encoding"));
    }

    /**
     * "Transcoding of gzip-compressed files" ({@code cloud.google.com/storage/docs/transcoding}): an object of content
     * encoding gzip is decompressed on the way out, unless the request accepts gzip or the object says no-transform.
     */
    private static boolean transcodes(GcsCall call, StoredObject object) {
        boolean accepted = call.header("Accept-Encoding")
                .filter(encodings -> encodings.contains("gzip"))
                .isPresent();
        String cacheControl = object.attributes().system().getOrDefault("cache-control", "");
        return !accepted && !cacheControl.contains("no-transform");
    }

    /**
     * The same page: the range is ignored and all of the decompressed bytes are served, with neither a Content-Encoding
     * nor a Content-Length, hence chunked. That it was done says x-guploader-response-body-transformations, which
     * Google's own test server sends too (github.com/googleapis/storage-testbench, gcs/object.py).
     */
    private static Answer transcoded(Answer head, byte[] plain) {
        ByteSource chunked = plain.length == 0
                ? StoredBytes.copyOf("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                : JoinedBytes.of(List.of(
                        StoredBytes.copyOf(
                                (Integer.toHexString(plain.length) + "\r\n").getBytes(StandardCharsets.US_ASCII)),
                        StoredBytes.copyOf(plain),
                        StoredBytes.copyOf("\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII))));
        Answer answer = head.withHeader("x-guploader-response-body-transformations", "gunzipped")
                .withHeader("Warning", "214 UploadServer gunzipped")
                .withHeader("Transfer-Encoding", "chunked");
        return new Answer(200, answer.headers(), chunked, Optional.empty(), true);
    }

    /** Any range of an empty object is one of these (github.com/googleapis/google-cloud-go issue 242). */
    private static GcsRefusal unsatisfiable(StoredObject object) {
        return new GcsRefusal(416, "requestedRangeNotSatisfiable", "Request range not satisfiable")
                .header("Content-Range", "bytes */" + object.length());
    }
}
