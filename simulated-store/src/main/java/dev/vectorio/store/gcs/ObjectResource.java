package dev.vectorio.store.gcs;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.SyntheticBytes;
import dev.vectorio.store.request.Answer;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The resource "Objects" of the JSON API ({@code cloud.google.com/storage/docs/json_api/v1/objects}) and the same facts as
 * headers of a download. Numbers of 64 bits are strings, hashes are Base64, the CRC32C big-endian.
 */
final class ObjectResource {
    private static final Map<String, String> FIELDS = Map.of(
            "contentType", "content-type",
            "contentEncoding", "content-encoding",
            "contentDisposition", "content-disposition",
            "contentLanguage", "content-language",
            "cacheControl", "cache-control");
    private static final String CRC32C = "crc32c";

    private ObjectResource() {}

    /** The CRC32C of all bytes as the API writes it. */
    static String crc32c(ByteSource bytes) {
        int sum = (int) ByteSums.of(new CRC32C(), bytes);
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt(sum).array());
    }

    /** The MD5, unless the object is composed (which has none) or its bytes were never digested. */
    static Optional<String> md5(StoredObject object) {
        boolean digested = object.partLengths().isEmpty()
                && !(object.bytes() instanceof SyntheticBytes)
                && object.etag().matches("[0-9a-f]{32}");
        return digested
                ? Optional.of(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(object.etag())))
                : Optional.empty();
    }

    /** What a writer's resource says about the object to be. */
    static ObjectAttributes attributes(Map<String, Object> resource, Optional<String> contentType) {
        Map<String, String> system = new TreeMap<>();
        contentType.ifPresent(type -> system.put("content-type", type));
        FIELDS.forEach((field, header) -> Json.string(resource, field).ifPresent(v -> system.put(header, v)));
        Map<String, String> user = new TreeMap<>();
        Json.members(resource.getOrDefault("metadata", "")).forEach((name, v) -> user.put(name, String.valueOf(v)));
        return new ObjectAttributes(system, user, Map.of(), Optional.empty());
    }

    /** The resource. */
    static Map<String, Object> of(Bucket bucket, StoredObject object) {
        String generation = Long.toString(object.identity().generation());
        String path = "b/" + bucket.name() + "/o/" + encoded(object.key());
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("kind", "storage#object");
        resource.put("id", bucket.name() + "/" + object.key() + "/" + generation);
        resource.put("selfLink", "/storage/v1/" + path);
        resource.put("mediaLink", "/download/storage/v1/" + path + "?generation=" + generation + "&alt=media");
        resource.put("name", object.key());
        resource.put("bucket", bucket.name());
        resource.put("generation", generation);
        resource.put("metageneration", "1");
        resource.put("storageClass", "STANDARD");
        resource.put("size", Long.toString(object.length()));
        md5(object).ifPresent(md5 -> resource.put("md5Hash", md5));
        Optional.ofNullable(object.attributes().checksums().get(CRC32C)).ifPresent(sum -> resource.put(CRC32C, sum));
        resource.put("etag", etag(object));
        resource.put("timeCreated", object.lastModified().toString());
        resource.put("updated", object.lastModified().toString());
        addAttributes(resource, object.attributes());
        return resource;
    }

    private static void addAttributes(Map<String, Object> resource, ObjectAttributes attributes) {
        new TreeMap<>(FIELDS)
                .forEach((field, header) ->
                        Optional.ofNullable(attributes.system().get(header)).ifPresent(v -> resource.put(field, v)));
        if (!attributes.user().isEmpty()) {
            resource.put("metadata", new TreeMap<>(attributes.user()));
        }
        attributes
                .encryptionKeyDigest()
                .ifPresent(sha256 -> resource.put(
                        "customerEncryption", Map.of("encryptionAlgorithm", "AES256", "keySha256", sha256)));
    }

    /** The resource as an answer. */
    static Answer answer(Bucket bucket, StoredObject object) {
        return Answer.text(200, "application/json; charset=UTF-8", Json.write(of(bucket, object)))
                .withHeader("ETag", etag(object));
    }

    /**
     * The headers of a download, "HTTP headers and common query string parameters for XML" naming each; the JSON API's
     * downloads carry them too, as answers quoted in public issues show.
     */
    static Answer downloadHead(StoredObject object) {
        ObjectAttributes attributes = object.attributes();
        Map<String, String> system = attributes.system();
        Answer answer = Answer.empty(200)
                .withHeader("Content-Type", system.getOrDefault("content-type", "application/octet-stream"))
                .withHeader("ETag", etag(object))
                .withHeader("x-goog-generation", Long.toString(object.identity().generation()))
                .withHeader("x-goog-metageneration", "1")
                .withHeader("x-goog-storage-class", "STANDARD")
                .withHeader("x-goog-stored-content-length", Long.toString(object.length()))
                .withHeader("x-goog-stored-content-encoding", system.getOrDefault("content-encoding", "identity"));
        if (attributes.checksums().containsKey(CRC32C)) {
            answer = answer.withHeader(
                    "x-goog-hash", "crc32c=" + attributes.checksums().get(CRC32C));
        }
        Optional<String> md5 = md5(object);
        if (md5.isPresent()) {
            answer = answer.withHeader("x-goog-hash", "md5=" + md5.get());
        }
        for (String name : new String[] {"Cache-Control", "Content-Disposition", "Content-Language"}) {
            Optional<String> value = Optional.ofNullable(system.get(name.toLowerCase(Locale.ROOT)));
            answer = value.isPresent() ? answer.withHeader(name, value.get()) : answer;
        }
        return CustomerKey.confirm(answer, attributes);
    }

    /** Another with every generation. */
    private static String etag(StoredObject object) {
        byte[] bytes = (object.identity().generation() + "/1").getBytes(StandardCharsets.US_ASCII);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
