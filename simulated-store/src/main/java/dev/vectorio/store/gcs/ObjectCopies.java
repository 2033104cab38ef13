package dev.vectorio.store.gcs;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.NewObject;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The methods {@code objects.copy}, {@code objects.rewrite} (always done in one call) and {@code objects.compose}
 * ({@code cloud.google.com/storage/docs/json_api/v1/objects}).
 */
final class ObjectCopies {
    private static final int MOST_SOURCES = 32;

    /** {@code b/SOURCE/o/NAME/copyTo/b/TARGET/o/NAME}. */
    Answer copy(GcsCall call) {
        return copied(call).answer();
    }

    /** {@code b/SOURCE/o/NAME/rewriteTo/b/TARGET/o/NAME}. */
    Answer rewrite(GcsCall call) {
        Copied copied = copied(call);
        String length = Long.toString(copied.object().length());
        Map<String, Object> done = new LinkedHashMap<>();
        done.put("kind", "storage#rewriteResponse");
        done.put("totalBytesRewritten", length);
        done.put("objectSize", length);
        done.put("done", true);
        done.put("resource", ObjectResource.of(copied.bucket(), copied.object()));
        return Answer.text(200, "application/json; charset=UTF-8", Json.write(done));
    }

    private record Copied(Bucket bucket, StoredObject object) {
        Answer answer() {
            return ObjectResource.answer(bucket, object);
        }
    }

    private static Copied copied(GcsCall call) {
        GcsTarget target = call.target();
        Bucket from = call.bucket();
        call.requireAccess(from, target.object(), "storage.objects.get");
        StoredObject source = GcsCall.object(from, target.object(), target.number("sourceGeneration"));
        Preconditions.ofSource(target).checkChange(Optional.of(source));
        CustomerKey.checkSource(call, source.attributes());
        Bucket to = call.bucket(target.segment(6).orElse(""));
        String name = target.segment(8).orElseThrow(() -> GcsRefusal.required("Required parameter: destinationObject"));
        call.requireAccess(to, name, "storage.objects.create");
        Map<String, Object> resource = call.document();
        ObjectAttributes written = resource.isEmpty()
                ? source.attributes()
                : ObjectResource.attributes(resource, Optional.empty())
                        .withChecksums(source.attributes().checksums());
        NewObject copy = new NewObject(
                source.bytes(),
                source.etag(),
                written.withEncryptionKeyDigest(CustomerKey.sha256(call)),
                source.partLengths());
        return new Copied(
                to, to.put(name, copy, Preconditions.of(target).forWrite()).orElseThrow(GcsRefusal::conditionNotMet));
    }

    /** {@code b/BUCKET/o/NAME/compose}: up to 32 objects of the bucket, joined. The result has no MD5. */
    Answer compose(GcsCall call) {
        Bucket bucket = call.bucket();
        Map<String, Object> document = call.document();
        List<?> named = document.get("sourceObjects") instanceof List<?> list ? list : List.of();
        if (named.isEmpty() || named.size() > MOST_SOURCES) {
            throw GcsRefusal.invalid("The number of source components must be between 1 and " + MOST_SOURCES + ".");
        }
        List<ByteSource> bytes = new ArrayList<>();
        List<Long> lengths = new ArrayList<>();
        for (Object one : named) {
            Map<String, Object> source = Json.members(one);
            Optional<Long> generation = Json.string(source, "generation").map(Long::valueOf);
            StoredObject object =
                    GcsCall.object(bucket, Json.string(source, "name").orElse(""), generation);
            CustomerKey.checkRead(call, object.attributes());
            bytes.add(object.bytes());
            lengths.add(object.length());
        }
        Map<String, Object> destination = Json.members(document.getOrDefault("destination", ""));
        ObjectAttributes attributes = ObjectResource.attributes(destination, Optional.empty());
        NewObject composed = new NewObject(JoinedBytes.of(bytes), "composed", attributes, lengths);
        return ObjectInserts.stored(call, call.target().object(), composed);
    }
}
