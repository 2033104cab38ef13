package dev.vectorio.store.azure;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RangeSpec.Span;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Get Blob and Get Blob Properties. */
final class BlobReads {
    /** Reference, "Get Blob": range hashes are made of at most 4 MiB. */
    private static final long LARGEST_HASHED_RANGE_BYTES = 4 << 20;

    static final String TIER = "x-ms-access-tier";
    static final String MD5 = "md5";
    /** How Data Lake Storage marks a directory on the Blob endpoint. */
    static final String FOLDER_MARK = "hdi_isfolder";

    Answer get(AzureCall call) {
        StoredObject blob = call.existing();
        refuseArchived(blob);
        BlobTags.checkRead(call, blob);
        Answer head = properties(call, blob);
        Optional<RangeSpec> range = served(call);
        requireHashable(call, range.isPresent());
        if (range.isEmpty()) {
            return withMd5(head, "Content-MD5", blob).withBody(blob.bytes());
        }
        Span span = range.get().resolve(blob.length()).orElseThrow(() -> invalidRange(blob));
        String served = "bytes " + span.offset() + "-" + (span.end() - 1) + "/" + blob.length();
        Answer partial = new Answer(206, head.headers(), head.body(), head.contentLength(), true)
                .withHeader("Content-Range", served)
                .withBody(blob.bytes(), span);
        return withRangeMd5(call, withMd5(partial, "x-ms-blob-content-md5", blob), blob, span);
    }

    Answer head(AzureCall call) {
        StoredObject blob = call.existing();
        BlobTags.checkRead(call, blob);
        return withMd5(properties(call, blob), "Content-MD5", blob)
                .withContentLength(blob.length())
                .headOnly();
    }

    /**
     * The range to serve. The reference allows {@code bytes=a-} and {@code bytes=a-b}. The service ignores a suffix: it
     * answers 200 and the whole blob (github.com/trinodb/trino/issues/25893 shows the answer, service version
     * 2023-11-03), and so does this. The reference says nothing of several ranges and malformed ones; they are ignored alike.
     */
    private static Optional<RangeSpec> served(AzureCall call) {
        return call.request().range().filter(range -> !(range instanceof RangeSpec.Suffix));
    }

    /**
     * Reference, "Get Blob": 416 for an offset behind the end. That the answer has {@code Content-Range: bytes *}{@code /L} is
     * not in it, but observed on the service (github.com/floci-io/floci-az/issues/81, service version 2023-11-03).
     */
    private static AzureRefusal invalidRange(StoredObject blob) {
        return new AzureRefusal(
                        416, "InvalidRange", "The range specified is invalid for the current size of the resource.")
                .header("Content-Range", "bytes */" + blob.length());
    }

    /** Reference, "Blob service error codes": 409 BlobArchived. */
    private static void refuseArchived(StoredObject blob) {
        if ("Archive".equals(blob.attributes().system().get(TIER))) {
            throw new AzureRefusal(409, "BlobArchived", "This operation is not permitted on an archived blob.");
        }
    }

    private static boolean wantsRangeMd5(AzureCall call) {
        return call.hasHeader("x-ms-range-get-content-md5", "true");
    }

    /** Reference, "Get Blob": x-ms-range-get-content-md5 without a range, or for more than 4 MiB, is 400. */
    private static void requireHashable(AzureCall call, boolean ranged) {
        if (wantsRangeMd5(call) && !ranged) {
            throw AzureRefusal.invalidHeader("x-ms-range-get-content-md5", "true");
        }
    }

    private static Answer withRangeMd5(AzureCall call, Answer answer, StoredObject blob, Span span) {
        if (!wantsRangeMd5(call)) {
            return answer;
        }
        if (span.length() > LARGEST_HASHED_RANGE_BYTES) {
            throw AzureRefusal.invalidHeader("x-ms-range-get-content-md5", "true");
        }
        ByteSource range = new SlicedBytes(blob.bytes(), span.offset(), span.length());
        MessageDigest md5 = EntityTags.digest("MD5");
        EntityTags.update(md5, range);
        return answer.withHeader("Content-MD5", Base64.getEncoder().encodeToString(md5.digest()));
    }

    private static Answer withMd5(Answer answer, String header, StoredObject blob) {
        String md5 = blob.attributes().checksums().get(MD5);
        return md5 == null ? answer : answer.withHeader(header, md5);
    }

    /** What both operations say of a blob. */
    static Answer properties(AzureCall call, StoredObject blob) {
        ObjectAttributes attributes = blob.attributes();
        String modified = BlobTags.httpDate(blob.lastModified());
        boolean folder = attributes.user().containsKey(FOLDER_MARK);
        Answer answer = Answer.empty(200)
                .withHeader("Last-Modified", modified)
                .withHeader("ETag", BlobTags.quoted(blob))
                .withHeader("Accept-Ranges", "bytes")
                .withHeader("x-ms-creation-time", modified)
                .withHeader("x-ms-blob-type", "BlockBlob")
                .withHeader("x-ms-lease-status", "unlocked")
                .withHeader("x-ms-lease-state", "available")
                .withHeader("x-ms-server-encrypted", "true");
        if (call.settings().hierarchicalNamespace()) {
            answer = answer.withHeader("x-ms-resource-type", folder ? "directory" : "file");
        }
        if (!blob.versionId().equals("null")) {
            answer = answer.withHeader("x-ms-version-id", blob.versionId());
        }
        if (!attributes.system().containsKey("content-type")) {
            answer = answer.withHeader("Content-Type", "application/octet-stream");
        }
        for (Map.Entry<String, String> system : attributes.system().entrySet()) {
            answer = answer.withHeader(system.getKey(), system.getValue());
        }
        for (Map.Entry<String, String> user : attributes.user().entrySet()) {
            answer = answer.withHeader("x-ms-meta-" + user.getKey(), user.getValue());
        }
        return answer;
    }
}
