package dev.vectorio.store.gcs;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ListPage;
import dev.vectorio.store.object.ListQuery;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The method {@code objects.list} ({@code cloud.google.com/storage/docs/json_api/v1/objects/list}): pages of at most 1000
 * entries in the order of the names' UTF-8 bytes. With {@code versions=true} all generations come as one page.
 */
final class ObjectLists {
    private static final long MOST_ENTRIES = 1000;

    Answer list(GcsCall call) {
        Bucket bucket = call.bucket();
        GcsTarget target = call.target();
        boolean versions = target.parameter("versions").filter("true"::equals).isPresent();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", "storage#objects");
        if (versions) {
            document.put("items", generations(bucket, target.parameter("prefix").orElse("")));
        } else {
            addPage(document, bucket, bucket.list(query(target)));
        }
        return Answer.text(200, "application/json; charset=UTF-8", Json.write(document));
    }

    private static ListQuery query(GcsTarget target) {
        long most = target.number("maxResults").orElse(MOST_ENTRIES);
        return new ListQuery(
                target.parameter("prefix").orElse(""),
                target.parameter("delimiter").orElse(""),
                target.parameter("pageToken").map(ObjectLists::decoded).orElse(""),
                (int) Math.max(1, Math.min(most, MOST_ENTRIES)));
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw GcsRefusal.invalid("Invalid value for pageToken");
        }
    }

    private static void addPage(Map<String, Object> document, Bucket bucket, ListPage page) {
        page.next()
                .map(last -> Base64.getUrlEncoder().encodeToString(last.getBytes(StandardCharsets.UTF_8)))
                .ifPresent(token -> document.put("nextPageToken", token));
        if (!page.commonPrefixes().isEmpty()) {
            document.put("prefixes", page.commonPrefixes());
        }
        List<Map<String, Object>> items = new ArrayList<>();
        page.objects().forEach(object -> items.add(ObjectResource.of(bucket, object)));
        if (!items.isEmpty()) {
            document.put("items", items);
        }
    }

    private static List<Map<String, Object>> generations(Bucket bucket, String prefix) {
        List<Map<String, Object>> items = new ArrayList<>();
        for (String name : bucket.keys()) {
            if (!name.startsWith(prefix)) {
                continue;
            }
            Optional<StoredObject> live = bucket.current(name);
            for (StoredObject object : GcsCall.generations(bucket, name)) {
                Map<String, Object> item = ObjectResource.of(bucket, object);
                if (!live.equals(Optional.of(object))) {
                    item.put("timeDeleted", object.lastModified().toString());
                }
                items.add(item);
            }
        }
        return items;
    }
}
