package dev.vectorio.local;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.Set;

/** Serves {@code file:}; has no keys of its own. */
public final class LocalFileBackendProvider implements BackendProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    @Override
    public ObjectStoreBackend create(BackendContext context) {
        return LocalFileBackend.create(context.maxConcurrentRequests());
    }

    /** Every location has what this store needs of one. */
    @Override
    public void requireLocation(ObjectLocation location, BackendContext context) {}
}
