package dev.vectorio.spi;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import java.util.concurrent.CompletionStage;

/**
 * A store. Thread-safe. It sends exactly the requests it is asked for, once each, and reports what came back; the rules
 * about answers, retries, time and memory are core's. A new backend is done when it passes the published contract suite.
 */
public interface ObjectStoreBackend extends AutoCloseable {
    /** What this store can do; the same value on every call. */
    BackendCapabilities capabilities();

    /**
     * Length and version by a metadata request.
     *
     * @return a stage that fails with an {@link dev.vectorio.model.ObjectReadException}
     */
    CompletionStage<ObjectMetadata> head(ObjectLocation location);

    /**
     * Sends one GET. Called on threads of core's own, which may block for a moment but not for the network. Failures,
     * also immediate ones, go to {@link Transfer#done()}.
     */
    Transfer get(GetRequest request, ResponseSink sink);

    /** Frees what this backend created; what it was given stays open. Idempotent. */
    @Override
    void close();
}
