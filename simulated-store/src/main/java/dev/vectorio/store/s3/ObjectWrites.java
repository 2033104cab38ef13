package dev.vectorio.store.s3;

import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.WriteCondition;
import dev.vectorio.store.request.Answer;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** PutObject and CopyObject. */
final class ObjectWrites {
    private static final List<String> SYSTEM_HEADERS = List.of(
            "content-type",
            "content-encoding",
            "content-language",
            "content-disposition",
            "cache-control",
            "expires",
            "x-amz-storage-class",
            "x-amz-website-redirect-location");
    private static final String USER_PREFIX = "x-amz-meta-";

    Answer put(S3Call call) {
        Bucket bucket = call.bucket();
        ReceivedBody body = checkedBody(call);
        Map<String, String> checksums = Checksums.verified(call);
        ObjectAttributes attributes = attributes(call).withChecksums(checksums);
        StoredObject stored = bucket.put(
                        call.key(), NewObject.whole(body.bytes(), body.md5(), attributes), condition(call))
                .orElseThrow(() -> S3Refusal.preconditionFailed("If-None-Match"));
        Answer answer = written(bucket, stored);
        for (Map.Entry<String, String> checksum : checksums.entrySet()) {
            answer = answer.withHeader("x-amz-checksum-" + checksum.getKey(), checksum.getValue());
        }
        return answer;
    }

    /** The body, its length and MD5 checked against what the request says of them. */
    static ReceivedBody checkedBody(S3Call call) {
        ReceivedBody body = call.request().body();
        if (body.defect().isPresent()) {
            throw S3Refusal.invalid(
                    "IncompleteBody",
                    "The aws-chunked body is broken: " + body.defect().get());
        }
        Optional<String> decoded = call.header("x-amz-decoded-content-length");
        long length = body.bytes().length();
        if (decoded.isPresent() && !decoded.get().equals(Long.toString(length))) {
            throw S3Refusal.invalid(
                    "IncompleteBody",
                    "You did not provide the number of bytes specified by the x-amz-decoded-content-length header: "
                            + decoded.get() + " is not " + length);
        }
        String md5 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(body.md5()));
        if (call.header("Content-MD5").filter(given -> !given.equals(md5)).isPresent()) {
            throw S3Refusal.invalid("BadDigest", "The Content-MD5 you specified did not match what we received.");
        }
        return body;
    }

    /** The answer to a write: entity tag, version, key. */
    static Answer written(Bucket bucket, StoredObject stored) {
        Answer answer = Answer.empty(200).withHeader("ETag", Conditions.quoted(stored.etag()));
        return versioned(withKey(answer, stored), bucket, stored);
    }

    private static Answer withKey(Answer answer, StoredObject stored) {
        Optional<String> keyMd5 = stored.attributes().encryptionKeyDigest();
        return keyMd5.isPresent() ? EncryptionKey.confirm(answer, keyMd5.get()) : answer;
    }

    private static Answer versioned(Answer answer, Bucket bucket, StoredObject stored) {
        return bucket.settings().versioned() ? answer.withHeader("x-amz-version-id", stored.versionId()) : answer;
    }

    /** What the request's headers say about the object to be. */
    static ObjectAttributes attributes(S3Call call) {
        Map<String, String> system = new TreeMap<>();
        for (String name : SYSTEM_HEADERS) {
            call.header(name)
                    .map(ObjectWrites::withoutChunking)
                    .filter(v -> !v.isEmpty())
                    .ifPresent(v -> system.put(name, v));
        }
        Map<String, String> user = new TreeMap<>();
        HttpHeaders headers = call.head().headers();
        for (Map.Entry<String, String> header : headers.entries()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(USER_PREFIX)) {
                user.merge(name.substring(USER_PREFIX.length()), header.getValue(), (a, b) -> a + "," + b);
            }
        }
        return new ObjectAttributes(system, user, Map.of(), EncryptionKey.md5(call));
    }

    /** {@code aws-chunked} is of the transfer, not of the object, and is not stored. */
    private static String withoutChunking(String value) {
        return value.replaceFirst("^aws-chunked *,? *", "");
    }

    /** What must hold of the object that the write replaces. */
    static WriteCondition condition(S3Call call) {
        if (call.hasHeader("If-None-Match", "*")) {
            return WriteCondition.absent();
        }
        Optional<String> ifMatch = call.header("If-Match");
        return ifMatch.map(tag -> WriteCondition.etag(Conditions.unquoted(tag))).orElse(WriteCondition.always());
    }

    Answer copy(S3Call call) {
        Bucket bucket = call.bucket();
        CopySource source = CopySource.of(call);
        StoredObject original = source.object();
        boolean replaces = call.hasHeader("x-amz-metadata-directive", "REPLACE");
        ObjectAttributes attributes =
                replaces ? attributes(call).withChecksums(original.attributes().checksums()) : original.attributes();
        NewObject copy = NewObject.whole(original.bytes(), plainEtag(original), attributes);
        StoredObject stored = bucket.put(call.key(), copy, condition(call))
                .orElseThrow(() -> S3Refusal.preconditionFailed("If-None-Match"));
        S3Xml xml = new S3Xml()
                .root("CopyObjectResult")
                .element("LastModified", stored.lastModified().toString())
                .element("ETag", Conditions.quoted(stored.etag()))
                .close("CopyObjectResult");
        return versioned(xml.answer(200), bucket, stored);
    }

    /** A copy is written at once: the tag of a multipart upload does not outlive it. */
    private static String plainEtag(StoredObject original) {
        return original.partLengths().isEmpty() ? original.etag() : EntityTags.of(original.bytes());
    }
}
