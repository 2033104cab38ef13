package dev.vectorio.store.s3;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.PercentDecoding;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RangeSpec.Span;
import java.util.Optional;

/**
 * The object that a copy reads from.
 *
 * @param object the version found
 * @param bytes all of it, or the range asked for
 */
record CopySource(StoredObject object, ByteSource bytes) {
    private static final String HEADER = "x-amz-copy-source";

    static CopySource of(S3Call call) {
        String raw = call.header(HEADER).orElse("");
        int question = raw.indexOf("?versionId=");
        String address = question < 0 ? raw : raw.substring(0, question);
        String decoded = PercentDecoding.decoded(address).orElse("");
        String path = decoded.startsWith("/") ? decoded.substring(1) : decoded;
        int slash = path.indexOf('/');
        if (slash <= 0 || slash == path.length() - 1) {
            throw S3Refusal.invalid("InvalidArgument", "Copy Source must mention the source bucket and key: " + raw);
        }
        Bucket bucket = call.bucket(path.substring(0, slash));
        String key = path.substring(slash + 1);
        if (bucket.denies(key)) {
            throw S3Refusal.accessDenied();
        }
        Optional<StoredObject> found = question < 0
                ? bucket.current(key)
                : bucket.version(key, raw.substring(question + "?versionId=".length()));
        StoredObject object = found.orElseThrow(() -> S3Refusal.noSuchKey(key));
        new Conditions(call::header, HEADER + "-").check(object, 412);
        return new CopySource(object, range(call, object));
    }

    private static ByteSource range(S3Call call, StoredObject object) {
        Optional<String> header = call.header(HEADER + "-range");
        if (header.isEmpty()) {
            return object.bytes();
        }
        Span span = RangeSpec.parse(header.get())
                .flatMap(range -> range.resolve(object.length()))
                .orElseThrow(() -> S3Refusal.invalid(
                        "InvalidArgument", "The x-amz-copy-source-range value is not valid: " + header.get()));
        return new SlicedBytes(object.bytes(), span.offset(), span.length());
    }
}
