package dev.vectorio.store.azure;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.WriteCondition;
import dev.vectorio.store.request.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/**
 * Paths of Data Lake Storage: create, rename, append, flush, properties, delete (reference, "Azure Data Lake Storage REST
 * API", Path). Reads are those of the Blob service. Owner, group and permissions are answered as fixed values and not kept.
 */
final class PathCalls {
    private final ConcurrentMap<String, TreeMap<Long, ByteSource>> appended = new ConcurrentHashMap<>();

    private static String address(AzureCall call) {
        return call.target().container() + "/" + call.blob();
    }

    /** Path - Create: a file (empty), a directory, or a rename. */
    Answer create(AzureCall call) {
        if (call.header("x-ms-rename-source").isPresent()) {
            return rename(call);
        }
        ObjectAttributes attributes = withProperties(call, BlobWrites.attributes(call));
        if (call.target().is("resource", "directory")) {
            attributes = attributes.withUser(BlobReads.FOLDER_MARK, "true");
        }
        appended.remove(address(call));
        ByteSource nothing = ByteSource.empty();
        StoredObject stored = BlobWrites.store(call, nothing, EntityTags.of(nothing), attributes);
        return BlobWrites.written(call, stored, 201);
    }

    /** x-ms-properties: names and Base64 values. */
    private static ObjectAttributes withProperties(AzureCall call, ObjectAttributes attributes) {
        ObjectAttributes more = attributes;
        for (String property : call.header("x-ms-properties").orElse("").split(",", -1)) {
            int equals = property.indexOf('=');
            if (equals > 0) {
                byte[] value = Base64.getDecoder()
                        .decode(property.substring(equals + 1).strip());
                more = more.withUser(
                        property.substring(0, equals).strip(), new String(value, StandardCharsets.ISO_8859_1));
            }
        }
        return more;
    }

    private static Answer rename(AzureCall call) {
        String source = call.header("x-ms-rename-source").orElse("");
        String path = source.substring(source.startsWith("/") ? 1 : 0).replaceFirst("\\?.*", "");
        String container = AzureTarget.firstSegment(path);
        String from = AzureTarget.decoded(path.substring(Math.min(path.length(), container.length() + 1)));
        Bucket bucket = call.container(AzureTarget.decoded(container), from);
        List<String> moved = bucket.keys().stream()
                .filter(key -> key.equals(from) || key.startsWith(from + "/"))
                .filter(key -> bucket.current(key).isPresent())
                .toList();
        if (moved.isEmpty()) {
            throw new AzureRefusal(404, "SourcePathNotFound", "The source path for a rename operation does not exist.");
        }
        for (String key : moved) {
            NewObject content = bucket.current(key).orElseThrow().content();
            boolean itself = key.equals(from);
            var unused = call.container()
                    .put(
                            call.blob() + key.substring(from.length()),
                            content,
                            itself ? BlobTags.forWrite(call) : WriteCondition.always())
                    .orElseThrow(() -> BlobTags.writeRefused(call));
            bucket.delete(key);
        }
        return Answer.empty(201);
    }

    Answer update(AzureCall call) {
        return switch (call.target().parameter("action").orElse("")) {
            case "append" -> append(call);
            case "flush" -> flush(call);
            case "setProperties" -> setProperties(call);
            case "setAccessControl" -> BlobWrites.written(call, call.existing(), 200);
            default ->
                throw AzureRefusal.invalid(
                        "InvalidQueryParameterValue", "Value for one of the query parameters is invalid.");
        };
    }

    /** Path - Update, append: 202; the bytes are kept until they are flushed. */
    private Answer append(AzureCall call) {
        call.existing();
        long position = call.target().number("position").orElse(0L);
        BlobWrites.checkedMd5(call, call.request().body());
        appended.compute(address(call), (address, before) -> {
            TreeMap<Long, ByteSource> more = new TreeMap<>(before == null ? Map.of() : before);
            more.put(position, call.request().body().bytes());
            return more;
        });
        return call.target().is("flush", "true")
                ? flushTo(call, position + call.request().body().bytes().length(), 202)
                : Answer.empty(202).withHeader("x-ms-request-server-encrypted", "true");
    }

    /** Path - Update, flush: 200; the appended bytes must reach from the file's end to the position without a gap. */
    private Answer flush(AzureCall call) {
        return flushTo(call, call.target().number("position").orElse(0L), 200);
    }

    private Answer flushTo(AzureCall call, long position, int status) {
        StoredObject file = call.existing();
        List<ByteSource> pieces = new ArrayList<>(List.of(file.bytes()));
        long end = file.length();
        for (Map.Entry<Long, ByteSource> piece :
                appended.getOrDefault(address(call), new TreeMap<>()).entrySet()) {
            if (piece.getKey() == end && end < position) {
                pieces.add(piece.getValue());
                end += piece.getValue().length();
            }
        }
        if (end != position) {
            throw AzureRefusal.invalid(
                    "InvalidFlushPosition", "The uploaded data is not contiguous or the position is not its end.");
        }
        appended.remove(address(call));
        ByteSource bytes = JoinedBytes.of(pieces);
        StoredObject stored = BlobWrites.store(call, bytes, EntityTags.of(bytes), file.attributes());
        return BlobWrites.written(call, stored, status).withContentLength(0);
    }

    private static Answer setProperties(AzureCall call) {
        StoredObject file = call.existing();
        ObjectAttributes attributes = withProperties(call, file.attributes());
        return BlobWrites.written(call, BlobWrites.store(call, file.bytes(), file.etag(), attributes), 200);
    }

    /** Path - Get Properties, getStatus and getAccessControl; a directory that only holds others exists too. */
    Answer properties(AzureCall call) {
        boolean directory =
                call.blob().isEmpty() || (call.container().current(call.blob()).isEmpty() && holdsOthers(call));
        Answer answer;
        if (directory) {
            answer = Answer.empty(200)
                    .withHeader("Last-Modified", BlobTags.httpDate(call.now()))
                    .withHeader("ETag", "\"0x8D0000000000000\"")
                    .withHeader("x-ms-resource-type", "directory");
        } else {
            StoredObject file = call.existing();
            BlobTags.checkRead(call, file);
            answer = BlobReads.properties(call, file)
                    .withContentLength(file.length())
                    .withHeader("x-ms-properties", properties(file));
        }
        return answer.withHeader("x-ms-owner", "$superuser")
                .withHeader("x-ms-group", "$superuser")
                .withHeader("x-ms-permissions", "rwxr-x---")
                .withHeader("x-ms-acl", "user::rwx,group::r-x,other::---")
                .headOnly();
    }

    private static String properties(StoredObject file) {
        return file.attributes().user().entrySet().stream()
                .map(e -> e.getKey() + "="
                        + Base64.getEncoder().encodeToString(e.getValue().getBytes(StandardCharsets.ISO_8859_1)))
                .collect(Collectors.joining(","));
    }

    private static boolean holdsOthers(AzureCall call) {
        String prefix = call.blob().endsWith("/") ? call.blob() : call.blob() + "/";
        Bucket container = call.container();
        return container.keys().stream()
                .anyMatch(
                        key -> key.startsWith(prefix) && container.current(key).isPresent());
    }

    /** Path - Delete: 200; a directory that holds others only with recursive=true, else 409. */
    Answer delete(AzureCall call) {
        Bucket container = call.container();
        boolean holds = holdsOthers(call);
        Optional<StoredObject> itself = container.current(call.blob());
        if (itself.isEmpty() && !holds) {
            throw AzureRefusal.blobNotFound(true);
        }
        itself.ifPresent(file -> BlobTags.checkRead(call, file));
        if (holds && !call.target().is("recursive", "true")) {
            throw new AzureRefusal(
                    409,
                    "DirectoryNotEmpty",
                    "The recursive query parameter value must be true to delete a non-empty" + " directory.");
        }
        for (String key : container.keys()) {
            if (key.equals(call.blob()) || key.startsWith(call.blob() + "/")) {
                container.delete(key);
            }
        }
        return Answer.empty(200);
    }
}
