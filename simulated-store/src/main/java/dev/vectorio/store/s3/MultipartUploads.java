package dev.vectorio.store.s3;

import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.s3.MultipartUpload.Part;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** Uploads in parts: create, parts, copied parts, complete, abort, lists. */
final class MultipartUploads {
    private static final int MOST_PARTS = 10_000;
    private static final int SMALLEST_PART_BYTES = 5 << 20;

    private final ConcurrentMap<String, MultipartUpload> uploads = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    Answer create(S3Call call) {
        call.bucket();
        String id = "upload-" + ids.incrementAndGet();
        MultipartUpload upload =
                new MultipartUpload(id, call.target().bucket(), call.key(), ObjectWrites.attributes(call), now(call));
        uploads.put(id, upload);
        Answer answer = named("InitiateMultipartUploadResult", upload)
                .element("UploadId", id)
                .close("InitiateMultipartUploadResult")
                .answer(200);
        Optional<String> algorithm = call.header("x-amz-checksum-algorithm");
        return algorithm.isPresent() ? answer.withHeader("x-amz-checksum-algorithm", algorithm.get()) : answer;
    }

    private static Instant now(S3Call call) {
        return call.catalog().clock().instant();
    }

    private static S3Xml named(String root, MultipartUpload upload) {
        return new S3Xml().root(root).element("Bucket", upload.bucket()).element("Key", upload.key());
    }

    private MultipartUpload upload(S3Call call) {
        call.bucket();
        String id = call.target().parameter("uploadId").orElse("");
        MultipartUpload upload = uploads.get(id);
        if (upload == null
                || !upload.bucket().equals(call.target().bucket())
                || !upload.key().equals(call.key())) {
            throw new S3Refusal(
                            404,
                            "NoSuchUpload",
                            "The specified upload does not exist. The upload ID may be invalid, or the upload may have"
                                    + " been aborted or completed.")
                    .element("UploadId", id);
        }
        return upload;
    }

    private static int partNumber(S3Call call) {
        int number = call.target().number("partNumber").orElse(0);
        if (number < 1 || number > MOST_PARTS) {
            throw S3Refusal.invalid(
                    "InvalidArgument", "Part number must be an integer between 1 and " + MOST_PARTS + ", inclusive");
        }
        return number;
    }

    Answer putPart(S3Call call) {
        MultipartUpload upload = upload(call);
        ReceivedBody body = ObjectWrites.checkedBody(call);
        if (!EncryptionKey.md5(call).equals(upload.attributes().encryptionKeyDigest())) {
            throw S3Refusal.invalid("InvalidRequest", "The upload was begun with other encryption parameters.");
        }
        Part part = new Part(body.bytes(), body.md5(), Checksums.verified(call), now(call));
        upload.put(partNumber(call), part);
        Answer answer = Answer.empty(200).withHeader("ETag", Conditions.quoted(part.etag()));
        for (Map.Entry<String, String> checksum : part.checksums().entrySet()) {
            answer = answer.withHeader("x-amz-checksum-" + checksum.getKey(), checksum.getValue());
        }
        return answer;
    }

    Answer copyPart(S3Call call) {
        MultipartUpload upload = upload(call);
        ByteSource bytes = CopySource.of(call).bytes();
        Part part = new Part(bytes, EntityTags.of(bytes), Map.of(), now(call));
        upload.put(partNumber(call), part);
        return new S3Xml()
                .root("CopyPartResult")
                .element("LastModified", part.written().toString())
                .element("ETag", Conditions.quoted(part.etag()))
                .close("CopyPartResult")
                .answer(200);
    }

    Answer complete(S3Call call) {
        MultipartUpload upload = upload(call);
        Bucket bucket = call.bucket();
        List<Part> parts = namedParts(call, upload);
        List<Long> lengths = new ArrayList<>();
        MessageDigest md5 = EntityTags.digest("MD5");
        for (Part part : parts) {
            lengths.add(part.bytes().length());
            md5.update(HexFormat.of().parseHex(part.etag()));
        }
        String etag = HexFormat.of().formatHex(md5.digest()) + "-" + parts.size();
        ByteSource bytes = JoinedBytes.of(parts.stream().map(Part::bytes).toList());
        NewObject object = new NewObject(bytes, etag, upload.attributes(), lengths);
        StoredObject stored = bucket.put(call.key(), object, ObjectWrites.condition(call))
                .orElseThrow(() -> S3Refusal.preconditionFailed("If-None-Match"));
        uploads.remove(upload.id());
        Answer answer = named("CompleteMultipartUploadResult", upload)
                .element("Location", "/" + upload.bucket() + "/" + upload.key())
                .element("ETag", Conditions.quoted(etag))
                .close("CompleteMultipartUploadResult")
                .answer(200);
        return bucket.settings().versioned() ? answer.withHeader("x-amz-version-id", stored.versionId()) : answer;
    }

    private static List<Part> namedParts(S3Call call, MultipartUpload upload) {
        List<Part> parts = new ArrayList<>();
        int last = 0;
        for (Map<String, String> named : S3Xml.children(call.document(), "Part")) {
            int number = Integer.parseInt(named.getOrDefault("PartNumber", "0"));
            if (number <= last) {
                throw S3Refusal.invalid("InvalidPartOrder", "The list of parts was not in ascending order.");
            }
            last = number;
            String etag = Conditions.unquoted(named.getOrDefault("ETag", ""));
            parts.add(upload.part(number)
                    .filter(p -> p.etag().equals(etag))
                    .orElseThrow(() -> S3Refusal.invalid(
                            "InvalidPart", "One or more of the specified parts could not be found: " + number)));
        }
        if (parts.isEmpty()) {
            throw S3Refusal.invalid("MalformedXML", "You must specify at least one part");
        }
        for (Part part : parts.subList(0, parts.size() - 1)) {
            if (part.bytes().length() < SMALLEST_PART_BYTES) {
                throw S3Refusal.invalid(
                        "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
            }
        }
        return parts;
    }

    Answer abort(S3Call call) {
        uploads.remove(upload(call).id());
        return Answer.empty(204);
    }

    Answer listParts(S3Call call) {
        MultipartUpload upload = upload(call);
        int after = call.target().number("part-number-marker").orElse(0);
        int most = call.target().number("max-parts").orElse(1000);
        S3Xml xml = named("ListPartsResult", upload).element("UploadId", upload.id());
        int listed = 0;
        int last = after;
        boolean truncated = false;
        for (Map.Entry<Integer, Part> entry : upload.parts().entrySet()) {
            if (entry.getKey() <= after) {
                continue;
            }
            truncated = listed == most;
            if (truncated) {
                break;
            }
            listed++;
            last = entry.getKey();
            Part part = entry.getValue();
            xml.open("Part")
                    .element("PartNumber", last)
                    .element("LastModified", part.written().toString())
                    .element("ETag", Conditions.quoted(part.etag()))
                    .element("Size", part.bytes().length())
                    .close("Part");
        }
        return xml.element("PartNumberMarker", after)
                .element("NextPartNumberMarker", last)
                .element("MaxParts", most)
                .element("IsTruncated", Boolean.toString(truncated))
                .close("ListPartsResult")
                .answer(200);
    }

    /** All uploads of the bucket in one page. */
    Answer list(S3Call call) {
        Bucket bucket = call.bucket();
        String prefix = call.target().parameter("prefix").orElse("");
        S3Xml xml = new S3Xml()
                .root("ListMultipartUploadsResult")
                .element("Bucket", bucket.name())
                .element("Prefix", prefix)
                .element("MaxUploads", 1000)
                .element("IsTruncated", "false");
        uploads.values().stream()
                .filter(u -> u.bucket().equals(bucket.name()) && u.key().startsWith(prefix))
                .sorted(Comparator.comparing(MultipartUpload::key).thenComparing(MultipartUpload::id))
                .forEach(u -> xml.open("Upload")
                        .element("Key", u.key())
                        .element("UploadId", u.id())
                        .element("Initiated", u.created().toString())
                        .close("Upload"));
        return xml.close("ListMultipartUploadsResult").answer(200);
    }
}
