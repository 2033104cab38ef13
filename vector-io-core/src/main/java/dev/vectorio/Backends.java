package dev.vectorio;

import dev.vectorio.engine.Engine;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The backend of each scheme: given by the caller, or created by a provider when first used and closed with this. */
final class Backends implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Backends.class);

    /**
     * @param backend the store
     * @param gate counts its requests in flight
     * @param locations refuses a location that is none
     */
    record Entry(ObjectStoreBackend backend, Object gate, Consumer<ObjectLocation> locations) {}

    private final Map<String, Entry> byScheme = new HashMap<>();
    private final List<ObjectStoreBackend> created = new ArrayList<>();
    private final BackendContext context;
    private boolean closed;

    Backends(VectorIo.Builder builder, VectorIoOptions options) {
        String version = Backends.class.getPackage().getImplementationVersion();
        String product = "vector-io/" + (version == null ? "dev" : version);
        this.context = new BackendContext(
                builder.properties,
                builder.attachments,
                options.maxConcurrentRequests(),
                options.auditTag().map(tag -> product + " " + tag).orElse(product));
        builder.backends.forEach((scheme, backend) -> byScheme.put(scheme, entry(backend, any -> {})));
    }

    private Entry entry(ObjectStoreBackend backend, Consumer<ObjectLocation> locations) {
        int pool = backend.capabilities().maxConcurrentRequests();
        if (pool < context.maxConcurrentRequests()) {
            LOG.warn(
                    "{}: max-concurrent-requests is {}, the client's pool has {} connections: never more than {} requests"
                            + " will be in flight",
                    backend.capabilities().name(),
                    context.maxConcurrentRequests(),
                    pool,
                    pool);
        }
        return new Entry(backend, Engine.newGate(backend), locations);
    }

    /**
     * The backend that an object is read through.
     *
     * @throws IllegalArgumentException if none serves the scheme, or the location names no object of the store
     */
    Entry of(ObjectLocation location) {
        Entry entry = forSchemeOf(location);
        entry.locations().accept(location);
        return entry;
    }

    private synchronized Entry forSchemeOf(ObjectLocation location) {
        if (closed) {
            throw new IllegalStateException(location + " cannot be opened: closed");
        }
        Entry known = byScheme.get(location.scheme());
        return known != null ? known : create(location);
    }

    private Entry create(ObjectLocation location) {
        String scheme = location.scheme();
        BackendProvider provider = providerOf(scheme);
        if (provider == null) {
            throw new IllegalArgumentException(location + ": no backend for scheme '" + scheme
                    + "': give one to the builder, or put its module on the class path");
        }
        ObjectStoreBackend backend = provider.create(context);
        created.add(backend);
        Entry entry = entry(backend, named -> provider.requireLocation(named, context));
        provider.schemes().forEach(served -> byScheme.putIfAbsent(served, entry));
        return byScheme.getOrDefault(scheme, entry);
    }

    static boolean hasProvider(String scheme) {
        return providerOf(scheme) != null;
    }

    private static @Nullable BackendProvider providerOf(String scheme) {
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class, Backends.class.getClassLoader())) {
            if (provider.schemes().contains(scheme)) {
                return provider;
            }
        }
        return null;
    }

    @Override
    public void close() {
        List<ObjectStoreBackend> closing;
        synchronized (this) {
            closed = true;
            closing = List.copyOf(created);
            created.clear();
        }
        closing.forEach(ObjectStoreBackend::close);
    }
}
