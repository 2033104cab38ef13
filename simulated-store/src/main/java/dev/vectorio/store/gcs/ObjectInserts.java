package dev.vectorio.store.gcs;

import dev.vectorio.store.gcs.RelatedParts.Part;
import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The method {@code objects.insert} in one request: {@code uploadType=media} and {@code uploadType=multipart}
 * ({@code cloud.google.com/storage/docs/json_api/v1/objects/insert}).
 */
final class ObjectInserts {

    /** Media alone: name and content type come with the address and the headers. */
    Answer media(GcsCall call) {
        ReceivedBody body = call.request().body();
        String name =
                call.target().parameter("name").orElseThrow(() -> GcsRefusal.required("Required parameter: name"));
        ObjectAttributes attributes = ObjectResource.attributes(Map.of(), call.header("Content-Type"));
        Optional<String> encoding = call.target().parameter("contentEncoding");
        ObjectAttributes encoded =
                encoding.map(e -> attributes.withSystem("content-encoding", e)).orElse(attributes);
        return stored(call, name, NewObject.whole(body.bytes(), body.md5(), encoded));
    }

    /** A resource, and the media. */
    Answer multipart(GcsCall call) {
        List<Part> parts = RelatedParts.resourceAndMedia(call);
        Map<String, Object> resource = Json.object(ByteSums.onHeap(parts.get(0).content()));
        Part media = parts.get(1);
        Optional<String> type = Optional.ofNullable(media.headers().get("content-type"));
        return stored(call, name(call, resource), content(resource, type, media.content()));
    }

    /** The name in the resource, or else in the address. */
    static String name(GcsCall call, Map<String, Object> resource) {
        return Json.string(resource, "name")
                .or(() -> call.target().parameter("name"))
                .orElseThrow(() -> GcsRefusal.required("Required parameter: name"));
    }

    /** The object to be, its hashes checked where the resource states them. */
    static NewObject content(Map<String, Object> resource, Optional<String> type, ByteSource bytes) {
        String md5 = EntityTags.of(bytes);
        String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(md5));
        if (Json.string(resource, "md5Hash")
                .filter(given -> !given.equals(base64))
                .isPresent()) {
            throw GcsRefusal.invalid("Provided MD5 hash doesn't match calculated MD5 hash \"" + base64 + "\".");
        }
        String crc32c = ObjectResource.crc32c(bytes);
        if (Json.string(resource, "crc32c")
                .filter(given -> !given.equals(crc32c))
                .isPresent()) {
            throw GcsRefusal.invalid("Provided CRC32C doesn't match calculated CRC32C \"" + crc32c + "\".");
        }
        return NewObject.whole(bytes, md5, ObjectResource.attributes(resource, type));
    }

    /** Stores the object under the request's conditions and key, and answers with its resource. */
    static Answer stored(GcsCall call, String name, NewObject content) {
        Bucket bucket = call.bucket();
        call.requireAccess(bucket, name, "storage.objects.create");
        ObjectAttributes attributes = content.attributes()
                .withChecksums(Map.of("crc32c", ObjectResource.crc32c(content.bytes())))
                .withEncryptionKeyDigest(CustomerKey.sha256(call));
        NewObject whole = new NewObject(content.bytes(), content.etag(), attributes, content.partLengths());
        StoredObject stored = bucket.put(
                        name, whole, Preconditions.of(call.target()).forWrite())
                .orElseThrow(GcsRefusal::conditionNotMet);
        return ObjectResource.answer(bucket, stored);
    }
}
