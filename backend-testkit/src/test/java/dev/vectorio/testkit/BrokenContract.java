package dev.vectorio.testkit;

import dev.vectorio.spi.ObjectStoreBackend;
import java.util.List;
import java.util.function.UnaryOperator;

/** The contract in front of a broken backend: run by {@link ContractCatchesBrokenBackendsTest}, never by itself. */
class BrokenContract extends InMemoryBackendContractTest {
    static final String SECRET = "planted-secret";

    /** What stands before the store; one test runs at a time. */
    static volatile UnaryOperator<ObjectStoreBackend> breakage = UnaryOperator.identity();

    @Override
    protected ObjectStoreBackend openBackend() {
        return breakage.apply(memory());
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return breakage.apply(memory());
    }

    @Override
    protected List<String> secrets() {
        return List.of(SECRET);
    }
}
