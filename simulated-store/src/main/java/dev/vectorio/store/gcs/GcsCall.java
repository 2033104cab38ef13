package dev.vectorio.store.gcs;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.object.StoredObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request and what its address names.
 *
 * @param request the request
 * @param target its address
 * @param catalog the objects of the store
 */
record GcsCall(StoreRequest request, GcsTarget target, ObjectCatalog catalog) {

    RequestHead head() {
        return request.head();
    }

    Optional<String> header(String name) {
        return request.head().header(name);
    }

    /** The bucket of the address, if it exists and the requester may use it. */
    Bucket bucket() {
        return bucket(target.bucket());
    }

    /**
     * A bucket. One whose requesters pay wants {@code userProject} in every request ("Requester Pays",
     * {@code cloud.google.com/storage/docs/requester-pays}).
     */
    Bucket bucket(String name) {
        Bucket bucket = catalog.bucket(name).orElseThrow(GcsRefusal::noSuchBucket);
        boolean pays = target.parameter("userProject").isPresent()
                || header("x-goog-user-project").isPresent();
        if (bucket.settings().requesterPays() && !pays) {
            throw GcsRefusal.required("Bucket is a requester pays bucket but no user project provided.");
        }
        return bucket;
    }

    /** Refuses if the requester may not touch the object. */
    void requireAccess(Bucket bucket, String name, String permission) {
        if (bucket.denies(name)) {
            throw GcsRefusal.forbidden("The caller", permission);
        }
    }

    /** The object of that name: the generation asked for, or the live one. */
    static StoredObject object(Bucket bucket, String name, Optional<Long> generation) {
        Optional<StoredObject> found = generation.isEmpty()
                ? bucket.current(name)
                : generations(bucket, name).stream()
                        .filter(o -> o.identity().generation() == generation.get())
                        .findFirst();
        return found.orElseThrow(() -> GcsRefusal.noSuchObject(bucket.name(), name));
    }

    /** All generations of an object, oldest first. */
    static List<StoredObject> generations(Bucket bucket, String name) {
        return bucket.versions(name).stream().filter(o -> !o.deleteMarker()).toList();
    }

    /** The request's JSON document. */
    Map<String, Object> document() {
        return Json.object(ByteSums.onHeap(request.body().bytes()));
    }
}
