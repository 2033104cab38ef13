package dev.vectorio.store.gcs;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.request.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What clients ask about buckets ({@code cloud.google.com/storage/docs/json_api/v1/buckets}). */
final class BucketCalls {

    Answer get(GcsCall call) {
        return answer(resource(call.bucket()));
    }

    Answer create(GcsCall call) {
        Map<String, Object> wanted = call.document();
        String name = Json.string(wanted, "name").orElseThrow(() -> GcsRefusal.required("Required parameter: name"));
        if (call.catalog().bucket(name).isPresent()) {
            throw new GcsRefusal(
                    409,
                    "conflict",
                    "Your previous request to create the named bucket succeeded and you already own it.");
        }
        Bucket bucket = call.catalog().createBucket(name);
        boolean versioned = Boolean.TRUE.equals(
                Json.members(wanted.getOrDefault("versioning", "")).get("enabled"));
        bucket.settings(bucket.settings().withVersioned(versioned));
        return answer(resource(bucket));
    }

    Answer delete(GcsCall call) {
        Bucket bucket = call.bucket();
        if (!bucket.isEmpty()) {
            throw new GcsRefusal(409, "conflict", "The bucket you tried to delete is not empty.");
        }
        call.catalog().deleteBucket(bucket.name());
        return Answer.empty(204);
    }

    Answer list(GcsCall call) {
        List<Map<String, Object>> items =
                call.catalog().buckets().stream().map(BucketCalls::resource).toList();
        return answer(Map.of("kind", "storage#buckets", "items", items));
    }

    private static Map<String, Object> resource(Bucket bucket) {
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("kind", "storage#bucket");
        resource.put("id", bucket.name());
        resource.put("name", bucket.name());
        resource.put("projectNumber", "0");
        resource.put("metageneration", "1");
        resource.put("location", bucket.settings().region().toUpperCase(Locale.ROOT));
        resource.put("storageClass", "STANDARD");
        resource.put("etag", "CAE=");
        resource.put("versioning", Map.of("enabled", bucket.settings().versioned()));
        resource.put("billing", Map.of("requesterPays", bucket.settings().requesterPays()));
        return resource;
    }

    private static Answer answer(Map<String, Object> document) {
        return Answer.text(200, "application/json; charset=UTF-8", Json.write(document));
    }
}
