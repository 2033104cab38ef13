package dev.vectorio.store.object;

import java.util.Optional;

/** What must hold of the current version for a write to happen; judged together with the write, atomically. */
@FunctionalInterface
public interface WriteCondition {

    /** Whether the write may replace {@code current}, which is empty if the key holds no object. */
    boolean allows(Optional<StoredObject> current);

    /** Always. */
    static WriteCondition always() {
        return current -> true;
    }

    /** Only where no object is. */
    static WriteCondition absent() {
        return Optional::isEmpty;
    }

    /** Only over the version with this entity tag (without quotes). */
    static WriteCondition etag(String etag) {
        return current -> current.map(o -> o.etag().equals(etag)).orElse(false);
    }
}
