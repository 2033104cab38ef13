package dev.vectorio.store.s3;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.ObjectCatalog;
import java.util.Optional;

/**
 * A request and what its address names.
 *
 * @param request the request
 * @param target its address
 * @param catalog the objects of the store
 */
record S3Call(StoreRequest request, S3Target target, ObjectCatalog catalog) {

    RequestHead head() {
        return request.head();
    }

    String key() {
        return target.key();
    }

    Optional<String> header(String name) {
        return request.head().header(name);
    }

    /** Whether the request has that header with that value. */
    boolean hasHeader(String name, String value) {
        return header(name).filter(value::equalsIgnoreCase).isPresent();
    }

    /** The bucket, if it exists and the requester may use it. */
    Bucket bucket() {
        return bucket(target.bucket());
    }

    /** Another bucket, under the same conditions. */
    Bucket bucket(String name) {
        Bucket bucket = catalog.bucket(name).orElseThrow(() -> S3Refusal.noSuchBucket(name));
        if (bucket.settings().requesterPays() && !hasHeader("x-amz-request-payer", "requester")) {
            throw S3Refusal.accessDenied();
        }
        if (!key().isEmpty() && bucket.denies(key())) {
            throw S3Refusal.accessDenied();
        }
        return bucket;
    }

    /** The body on the heap; for documents, not for objects. */
    byte[] document() {
        return ByteSums.onHeap(request.body().bytes());
    }
}
