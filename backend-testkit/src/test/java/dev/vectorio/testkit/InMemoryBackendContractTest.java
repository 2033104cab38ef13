package dev.vectorio.testkit;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The contract against the backend in memory, with its default settings. */
class InMemoryBackendContractTest extends ObjectStoreBackendContract {
    private final InMemoryBackend memory = InMemoryBackend.create(settings());
    private final ConcurrentMap<String, Gate> gates = new ConcurrentHashMap<>();

    InMemorySettings settings() {
        return InMemorySettings.defaults().withVersionIds().withMaxConcurrentRequests(12);
    }

    InMemoryBackend memory() {
        return memory;
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return memory;
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                StoreFeature.RANGE_BEHIND_END_REFUSED,
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.DENIED_OBJECT,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.CODE_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS,
                StoreFeature.VERSION_IDS,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.WIRE_LOG,
                StoreFeature.STALL,
                StoreFeature.LEASED_CONNECTIONS,
                StoreFeature.SUPPLIED_CLIENT);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("memory", "bucket", key);
    }

    @Override
    protected void put(String key, byte[] content) {
        memory.put(location(key), content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        memory.put(location(key), content);
    }

    @Override
    protected void delete(String key) {
        memory.delete(location(key));
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        put(key, content);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("memory", "no-such-bucket", "key");
    }

    @Override
    protected ObjectLocation deniedObject() {
        ObjectLocation denied = location(key("denied"));
        memory.deny(denied);
        return denied;
    }

    @Override
    protected List<WireRequest> wireRequests(String key) {
        return memory.log().requests().stream()
                .filter(request -> request.location().equals(location(key)))
                .filter(request -> request.status() != 501)
                .map(InMemoryBackendContractTest::onTheWire)
                .toList();
    }

    private static WireRequest onTheWire(LoggedRequest request) {
        Optional<String> range = request.range().map(r -> r.toHttpHeader());
        return new WireRequest(
                request.isGet() ? "GET" : "HEAD", range, request.ifVersion().map(v -> v.token()));
    }

    @Override
    protected void stall(String key, long afterBytes) {
        Gate gate = afterBytes < 0
                ? Gate.beforeHead(request -> request.location().equals(location(key)))
                : Gate.inBody(request -> request.location().equals(location(key)), afterBytes);
        gates.put(key, gate);
        memory.pace(gate);
    }

    @Override
    protected void unstall(String key) {
        Optional.ofNullable(gates.get(key)).ifPresent(Gate::open);
    }

    @Override
    protected int leasedConnections() {
        return memory.log().inFlight();
    }

    /** The store itself stands in for a client that the caller owns. */
    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return new PassingBackend(memory) {
            @Override
            public void close() {}
        };
    }

    @Override
    protected boolean suppliedClientWorks() {
        GetRequest request = new GetRequest(location("none"), GetRange.of(ByteRange.of(0, 1)), Optional.empty());
        Throwable failure = Fetch.start(memory, request).await().failure().orElseThrow();
        return Fetch.requireTyped(failure).kind() == ObjectReadException.Kind.NOT_FOUND;
    }
}
