package dev.vectorio.adls;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ObjectStoreBackendContract;

/** What the contract needs of a server that the SDK's own client fills, whichever it is. */
abstract class ContainerContract extends ObjectStoreBackendContract {
    private static final int POOL = 16;

    /** How to reach the server. */
    abstract AdlsOptions options();

    /** A container on it. */
    abstract TestContainer container();

    /** {@code account.dfs.core.windows.net}, or as much of it as the server needs. */
    abstract String host();

    @Override
    protected ObjectStoreBackend openBackend() {
        return AdlsBackend.create(options().withMaxConnections(POOL));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", container().name() + "@" + host(), key);
    }

    @Override
    protected void put(String key, byte[] content) {
        container().put(key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        container().put(key, content);
    }

    @Override
    protected void delete(String key) {
        container().delete(key);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        container().putEncoded(key, content, contentEncoding);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", "no-such-container-here@" + host(), "key");
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return AdlsBackend.of(container().asyncClient(), POOL);
    }

    @Override
    protected boolean suppliedClientWorks() {
        return Boolean.TRUE.equals(container()
                .asyncClient()
                .getBlobContainerAsyncClient(container().name())
                .exists()
                .block());
    }
}
