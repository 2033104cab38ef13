package dev.vectorio.store.azure;

import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.net.URI;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Put Blob, Copy Blob, Set Blob Metadata, Set Blob Properties, Set Blob Tier, Delete Blob. */
final class BlobWrites {
    private static final List<String> CONTENT_HEADERS =
            List.of("content-type", "content-encoding", "content-language", "content-disposition", "cache-control");
    private static final String USER_PREFIX = "x-ms-meta-";
    private static final String COPY_SOURCE = "x-ms-copy-source";

    Answer put(AzureCall call) {
        if (call.header(COPY_SOURCE).isPresent()) {
            return copy(call);
        }
        String type = call.header("x-ms-blob-type").orElse("");
        if (type.isEmpty()) {
            throw AzureRefusal.invalid("MissingRequiredHeader", "An HTTP header that's mandatory is not specified.")
                    .element("HeaderName", "x-ms-blob-type");
        } else if (!type.equals("BlockBlob")) {
            throw new AzureRefusal(409, "InvalidBlobType", "The simulated store has block blobs only, not " + type);
        }
        ReceivedBody body = call.request().body();
        String md5 = checkedMd5(call, body);
        ObjectAttributes attributes = attributes(call).withChecksums(Map.of(BlobReads.MD5, md5));
        return written(call, store(call, body.bytes(), body.md5(), attributes), 201)
                .withHeader("Content-MD5", md5);
    }

    /** Reference, "Put Blob": a Content-MD5 that does not fit is 400 Md5Mismatch. */
    static String checkedMd5(AzureCall call, ReceivedBody body) {
        String md5 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(body.md5()));
        if (call.header("Content-MD5").filter(given -> !given.equals(md5)).isPresent()) {
            throw AzureRefusal.invalid(
                            "Md5Mismatch",
                            "The MD5 value specified in the request did not match with the MD5 value calculated by the"
                                    + " server.")
                    .element("ServerCalculatedMd5", md5);
        }
        return md5;
    }

    /** Stores under the request's conditions. */
    static StoredObject store(AzureCall call, ByteSource bytes, String md5, ObjectAttributes attributes) {
        return call.container()
                .put(call.blob(), NewObject.whole(bytes, md5, attributes), BlobTags.forWrite(call))
                .orElseThrow(() -> BlobTags.writeRefused(call));
    }

    static Answer written(AzureCall call, StoredObject stored, int status) {
        Answer answer = Answer.empty(status)
                .withHeader("ETag", BlobTags.quoted(stored))
                .withHeader("Last-Modified", BlobTags.httpDate(stored.lastModified()))
                .withHeader("x-ms-request-server-encrypted", "true");
        return call.container().settings().versioned()
                ? answer.withHeader("x-ms-version-id", stored.versionId())
                : answer;
    }

    /** What the headers say of a blob to be; {@code x-ms-blob-content-…} goes before {@code Content-…}. */
    static ObjectAttributes attributes(AzureCall call) {
        Map<String, String> system = new TreeMap<>();
        for (String name : CONTENT_HEADERS) {
            call.header("x-ms-blob-" + name)
                    .or(() -> call.header("x-ms-" + name))
                    .or(() -> call.header(name))
                    .filter(v -> !v.isEmpty())
                    .ifPresent(v -> system.put(name, v));
        }
        call.header(BlobReads.TIER).ifPresent(tier -> system.put(BlobReads.TIER, tier));
        return new ObjectAttributes(system, metadata(call), Map.of(), Optional.empty());
    }

    private static Map<String, String> metadata(AzureCall call) {
        Map<String, String> user = new TreeMap<>();
        for (Map.Entry<String, String> header : call.head().headers().entries()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(USER_PREFIX)) {
                user.put(name.substring(USER_PREFIX.length()), header.getValue());
            }
        }
        return user;
    }

    /** Reference, "Set Blob Metadata": replaces all metadata; the tag changes though no byte does. */
    Answer setMetadata(AzureCall call) {
        ObjectAttributes before = call.existing().attributes();
        return changed(
                call,
                new ObjectAttributes(
                        before.system(), metadata(call), before.checksums(), before.encryptionKeyDigest()));
    }

    /** Reference, "Set Blob Properties": replaces all content headers. */
    Answer setProperties(AzureCall call) {
        ObjectAttributes before = call.existing().attributes();
        Map<String, String> system = attributes(call).system();
        Optional<String> md5 = call.header("x-ms-blob-content-md5");
        Map<String, String> checksums = md5.map(m -> Map.of(BlobReads.MD5, m)).orElse(Map.of());
        return changed(call, new ObjectAttributes(system, before.user(), checksums, before.encryptionKeyDigest()));
    }

    /** Reference, "Set Blob Tier": 202 where a blob has to be brought back, 200 otherwise. */
    Answer setTier(AzureCall call) {
        ObjectAttributes before = call.existing().attributes();
        String tier = call.header(BlobReads.TIER).orElse("");
        changed(call, before.withSystem(BlobReads.TIER, tier));
        return Answer.empty(200);
    }

    private static Answer changed(AzureCall call, ObjectAttributes attributes) {
        StoredObject blob = call.existing();
        NewObject same = new NewObject(blob.bytes(), blob.etag(), attributes, blob.partLengths());
        StoredObject stored = call.container()
                .put(call.blob(), same, BlobTags.forWrite(call))
                .orElseThrow(AzureRefusal::conditionNotMet);
        return written(call, stored, 200);
    }

    /** Copy Blob and Put Blob From URL, from this store alone; both are done when they are answered. */
    private static Answer copy(AzureCall call) {
        StoredObject source = source(call);
        boolean fromUrl = call.header("x-ms-blob-type").isPresent();
        NewObject copy = new NewObject(source.bytes(), EntityTags.of(source.bytes()), source.attributes(), List.of());
        StoredObject stored = call.container()
                .put(call.blob(), copy, BlobTags.forWrite(call))
                .orElseThrow(() -> BlobTags.writeRefused(call));
        Answer answer = written(call, stored, fromUrl ? 201 : 202);
        return fromUrl
                ? answer
                : answer.withHeader("x-ms-copy-id", "copy-" + call.request().sequence())
                        .withHeader("x-ms-copy-status", "success");
    }

    private static StoredObject source(AzureCall call) {
        String address = call.header(COPY_SOURCE).orElse("");
        String path;
        try {
            path = URI.create(address).getRawPath().substring(1);
        } catch (IllegalArgumentException | NullPointerException | StringIndexOutOfBoundsException e) {
            throw AzureRefusal.invalidHeader(COPY_SOURCE, address);
        }
        String rest = call.target().hostStyle() ? path : path.substring(path.indexOf('/') + 1);
        String container = AzureTarget.firstSegment(rest);
        String blob = AzureTarget.decoded(rest.substring(Math.min(rest.length(), container.length() + 1)));
        return call.container(AzureTarget.decoded(container), blob)
                .current(blob)
                .orElseThrow(
                        () -> new AzureRefusal(404, "CannotVerifyCopySource", "The specified blob does not exist."));
    }

    /** Reference, "Delete Blob": 202. */
    Answer delete(AzureCall call) {
        StoredObject blob = call.existing();
        BlobTags.checkRead(call, blob);
        Optional<String> versionId = call.target().parameter("versionid");
        if (versionId.isPresent()) {
            call.container().deleteVersion(call.blob(), versionId.get());
        } else {
            call.container().delete(call.blob());
        }
        return Answer.empty(202).withHeader("x-ms-delete-type-permanent", "true");
    }
}
