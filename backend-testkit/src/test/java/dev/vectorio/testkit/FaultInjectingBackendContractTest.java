package dev.vectorio.testkit;

import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Without a fault the fault-injecting backend keeps the contract; with the faults of a store it still does. */
class FaultInjectingBackendContractTest extends InMemoryBackendContractTest {
    private final Map<String, Fault> next = new ConcurrentHashMap<>();

    @Override
    protected ObjectStoreBackend openBackend() {
        return new FaultInjectingBackend(memory(), this::faultFor);
    }

    private Optional<Fault> faultFor(long number, GetRequest request) {
        return Optional.ofNullable(next.remove(request.location().key()));
    }

    /** Not the wire: refused requests never reach the store behind. */
    @Override
    protected ContractFeatures features() {
        return super.features()
                .with(StoreFeature.THROTTLE, StoreFeature.CUT, StoreFeature.IGNORE_RANGE)
                .without(StoreFeature.WIRE_LOG);
    }

    @Override
    protected void throttleNext(String key) {
        next.put(key, Fault.throttled(Optional.of(Duration.ofSeconds(2))));
    }

    @Override
    protected void cutNext(String key, long afterBytes) {
        next.put(key, new Fault.ShortBody(afterBytes));
    }

    @Override
    protected void ignoreRangeNext(String key) {
        next.put(key, new Fault.RangeIgnored());
    }
}
