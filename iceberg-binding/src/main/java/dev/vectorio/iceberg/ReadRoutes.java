package dev.vectorio.iceberg;

import dev.vectorio.VectorIo;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.EngineLease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.common.DynConstructors;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.metrics.MetricsContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which route the files at a location take: by store, by the credentials that were vended for the longest prefix of it,
 * and by account. Engines that its routes use stay until this is closed, and streams that are open keep them longer.
 * Thread-safe.
 */
final class ReadRoutes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRoutes.class);
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
    private static final String METRICS = "org.apache.iceberg.hadoop.HadoopMetricsContext";

    private final Map<String, String> properties;
    private final IcebergOptions options;
    private final List<StorageCredential> credentials;
    private final Map<Key, Optional<ReadRoute>> routes = new HashMap<>();
    private final Map<StoreFamily, MetricsContext> metrics = new HashMap<>();
    private final List<EngineLease> leases = new ArrayList<>();
    private boolean closed;

    /**
     * @param properties of the catalog, as it gave them
     * @param credentials vended by the catalog
     */
    ReadRoutes(Map<String, String> properties, IcebergOptions options, List<StorageCredential> credentials) {
        this.properties = Map.copyOf(properties);
        this.options = options;
        this.credentials = List.copyOf(credentials);
    }

    /**
     * What files have in common that take one route.
     *
     * @param prefix of the credentials that were vended for them, or nothing
     * @param account whose properties are its own, or nothing
     */
    private record Key(StoreFamily family, String prefix, String account) {}

    /** An object and its route. */
    record Place(ReadRoute route, ObjectLocation object) {}

    /** The object at a location and how it is read here; nothing if the delegate is to read it. */
    Optional<Place> of(String location) {
        Optional<StoreFamily> family = options.core().enabled() ? StoreFamily.of(location) : Optional.empty();
        if (family.isEmpty()) {
            return Optional.empty();
        }
        ObjectLocation object;
        try {
            object = family.get().object(location);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the delegate has its own words for it
        }
        return route(family.get(), location, object).map(route -> new Place(route, object));
    }

    private synchronized Optional<ReadRoute> route(StoreFamily family, String location, ObjectLocation object) {
        Optional<StorageCredential> vended = vendedFor(family, location);
        String prefix = vended.map(StorageCredential::prefix).orElse("");
        Key key = new Key(family, prefix, family.account(object));
        Optional<ReadRoute> known = routes.get(key);
        if (known == null) {
            Map<String, String> all = new HashMap<>(properties);
            vended.ifPresent(credential -> all.putAll(credential.config()));
            known = newRoute(family, object.scheme(), family.client(all, key.account()));
            routes.put(key, known);
        }
        return known;
    }

    private Optional<StorageCredential> vendedFor(StoreFamily family, String location) {
        Optional<StorageCredential> longest = Optional.empty();
        for (StorageCredential credential : credentials) {
            boolean fits = family.serves(credential.prefix()) && location.startsWith(credential.prefix());
            int best = longest.map(found -> found.prefix().length()).orElse(0);
            if (fits && credential.prefix().length() > best) {
                longest = Optional.of(credential);
            }
        }
        return longest;
    }

    private Optional<ReadRoute> newRoute(StoreFamily family, String scheme, ReadClient client) {
        Optional<String> refused = VectorIo.hasBackend(scheme)
                ? client.refused()
                : Optional.of("no backend of vector-io for " + scheme + " is on the class path");
        if (refused.isPresent()) {
            if (TOLD.add(scheme + refused.get())) {
                LOG.warn("{}: read by {}, as {}", scheme, options.delegate(), refused.get());
            }
            return Optional.empty();
        }
        Map<String, String> engine = new TreeMap<>(client.properties());
        IcebergOptions.vectorIoPropertiesOf(properties).forEach((name, value) -> {
            if (!name.startsWith(IcebergOptions.PREFIX)) {
                engine.put(name, value);
            }
        });
        ReadRoute route = new ReadRoute(engine, client.credentials(), options, metricsOf(family));
        if (!closed) {
            leases.add(route.lease());
        }
        return Optional.of(route);
    }

    // as Iceberg's own FileIOs do it: Hadoop's statistics, where there is Hadoop
    private MetricsContext metricsOf(StoreFamily family) {
        return metrics.computeIfAbsent(family, wanted -> {
            try {
                DynConstructors.Ctor<MetricsContext> constructor = DynConstructors.builder(MetricsContext.class)
                        .hiddenImpl(METRICS, String.class)
                        .buildChecked();
                MetricsContext context = constructor.newInstance(wanted.metricsScheme());
                context.initialize(properties);
                return context;
            } catch (NoClassDefFoundError | NoSuchMethodException | ClassCastException e) {
                LOG.debug("no {}: reads are not counted", METRICS, e);
                return MetricsContext.nullMetrics();
            }
        });
    }

    /** Gives the engines back; streams that are open go on, and files may still be opened. Idempotent. */
    @Override
    public void close() {
        List<EngineLease> given;
        synchronized (this) {
            closed = true;
            given = List.copyOf(leases);
            leases.clear();
        }
        given.forEach(EngineLease::close);
    }
}
