package dev.vectorio.store.s3;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RangeSpec.Span;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * GetObject and HeadObject. One range per request: S3 ignores a header with several and answers 200 with the whole object
 * ("doesn't support retrieving multiple ranges of data per GET request", its API reference says), and so does this.
 */
final class ObjectReads {

    Answer get(S3Call call) {
        Bucket bucket = call.bucket();
        StoredObject object = object(call, bucket);
        EncryptionKey.check(call, object.attributes());
        new Conditions(call::header, "").check(object, 304);
        Answer head = metadata(call, bucket, object);
        Optional<Integer> part = call.target().number("partNumber");
        if (part.isPresent()) {
            return part(call, object, part.get(), head);
        }
        Optional<RangeSpec> range = call.request().range();
        if (range.isEmpty()) {
            return withChecksums(call, object, head).withBody(object.bytes());
        }
        Span span = range.get().resolve(object.length()).orElseThrow(() -> unsatisfiable(call, object));
        return partial(head, object, span);
    }

    Answer head(S3Call call) {
        return get(call).headOnly();
    }

    /** The version that the request names, or the current one. */
    static StoredObject object(S3Call call, Bucket bucket) {
        Optional<String> versionId = call.target().parameter("versionId");
        if (versionId.isPresent()) {
            StoredObject version = bucket.version(call.key(), versionId.get())
                    .orElseThrow(() -> new S3Refusal(404, "NoSuchVersion", "The specified version does not exist.")
                            .element("Key", call.key())
                            .element("VersionId", versionId.get()));
            if (version.deleteMarker()) {
                throw new S3Refusal(
                                405, "MethodNotAllowed", "The specified method is not allowed against this resource.")
                        .header("x-amz-delete-marker", "true");
            }
            return version;
        }
        return bucket.current(call.key()).orElseThrow(() -> missing(call, bucket));
    }

    private static S3Refusal missing(S3Call call, Bucket bucket) {
        S3Refusal refusal = S3Refusal.noSuchKey(call.key());
        boolean deleted = !bucket.versions(call.key()).isEmpty();
        return deleted ? refusal.header("x-amz-delete-marker", "true") : refusal;
    }

    private static S3Refusal unsatisfiable(S3Call call, StoredObject object) {
        return new S3Refusal(416, "InvalidRange", "The requested range is not satisfiable")
                .header("Content-Range", "bytes */" + object.length())
                .element("RangeRequested", call.header("Range").orElse(""))
                .element("ActualObjectSize", Long.toString(object.length()));
    }

    private static Answer part(S3Call call, StoredObject object, int number, Answer head) {
        if (call.request().range().isPresent()) {
            throw S3Refusal.invalid(
                    "InvalidRequest", "Cannot specify both Range header and partNumber query parameter");
        }
        var lengths = object.partLengths();
        int parts = Math.max(1, lengths.size());
        if (number < 1 || number > parts) {
            throw new S3Refusal(416, "InvalidPartNumber", "The requested partnumber is not satisfiable")
                    .header("Content-Range", "bytes */" + object.length());
        }
        if (lengths.isEmpty()) {
            return object.length() == 0
                    ? head.withBody(object.bytes())
                    : partial(head, object, new Span(0, object.length()));
        }
        long offset = 0;
        for (long before : lengths.subList(0, number - 1)) {
            offset += before;
        }
        Answer counted = head.withHeader("x-amz-mp-parts-count", Integer.toString(parts));
        return partial(counted, object, new Span(offset, offset + lengths.get(number - 1)));
    }

    private static Answer partial(Answer head, StoredObject object, Span span) {
        String range = "bytes " + span.offset() + "-" + (span.end() - 1) + "/" + object.length();
        return new Answer(206, head.headers(), head.body(), head.contentLength(), true)
                .withHeader("Content-Range", range)
                .withBody(object.bytes(), span);
    }

    private static Answer withChecksums(S3Call call, StoredObject object, Answer head) {
        if (!call.hasHeader("x-amz-checksum-mode", "ENABLED")) {
            return head;
        }
        Answer answer = head;
        for (Map.Entry<String, String> checksum :
                object.attributes().checksums().entrySet()) {
            answer = answer.withHeader("x-amz-checksum-" + checksum.getKey(), checksum.getValue());
        }
        return answer;
    }

    private static Answer metadata(S3Call call, Bucket bucket, StoredObject object) {
        ObjectAttributes attributes = object.attributes();
        Answer answer = Answer.empty(200)
                .withHeader("Last-Modified", Conditions.httpDate(object.lastModified()))
                .withHeader("ETag", Conditions.quoted(object.etag()))
                .withHeader("Accept-Ranges", "bytes");
        if (bucket.settings().versioned()) {
            answer = answer.withHeader("x-amz-version-id", object.versionId());
        }
        if (attributes.encryptionKeyDigest().isPresent()) {
            answer = EncryptionKey.confirm(
                    answer, attributes.encryptionKeyDigest().get());
        }
        if (!attributes.system().containsKey("content-type")) {
            answer = answer.withHeader("Content-Type", "binary/octet-stream");
        }
        for (Map.Entry<String, String> system : attributes.system().entrySet()) {
            answer = answer.withHeader(capitalized(system.getKey()), system.getValue());
        }
        for (Map.Entry<String, String> user : attributes.user().entrySet()) {
            answer = answer.withHeader("x-amz-meta-" + user.getKey(), user.getValue());
        }
        return overridden(call, answer);
    }

    private static Answer overridden(S3Call call, Answer answer) {
        Answer overridden = answer;
        for (Map.Entry<String, String> parameter : call.target().query().entrySet()) {
            if (parameter.getKey().startsWith("response-")) {
                String header = capitalized(parameter.getKey().substring("response-".length()));
                overridden = overridden.withoutHeader(header).withHeader(header, parameter.getValue());
            }
        }
        return overridden;
    }

    /** {@code content-type} as {@code Content-Type}. */
    private static String capitalized(String lowerCaseName) {
        StringBuilder name = new StringBuilder();
        for (String word : lowerCaseName.split("-", -1)) {
            name.append(name.isEmpty() ? "" : "-");
            name.append(word.substring(0, Math.min(1, word.length())).toUpperCase(Locale.ROOT));
            name.append(word.substring(Math.min(1, word.length())));
        }
        return name.toString();
    }
}
