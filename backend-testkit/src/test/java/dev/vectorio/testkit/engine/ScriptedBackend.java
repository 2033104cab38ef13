package dev.vectorio.testkit.engine;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** A backend that does to each GET what the test says, whatever the contract demands. */
final class ScriptedBackend implements ObjectStoreBackend {
    private final BackendCapabilities capabilities;
    private final BiFunction<GetRequest, ResponseSink, Transfer> script;
    final List<GetRequest> requests = new ArrayList<>();

    ScriptedBackend(BackendCapabilities capabilities, BiFunction<GetRequest, ResponseSink, Transfer> script) {
        this.capabilities = capabilities;
        this.script = script;
    }

    static ScriptedBackend of(BiFunction<GetRequest, ResponseSink, Transfer> script) {
        return new ScriptedBackend(new BackendCapabilities("scripted", true, true, 64), script);
    }

    /** A transfer that ends as the future does, and that cannot be stopped. */
    static Transfer transfer(CompletableFuture<Void> done) {
        return new Transfer() {
            @Override
            public CompletionStage<Void> done() {
                return done;
            }

            @Override
            public void cancel() {}
        };
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("no test asks for metadata"));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        requests.add(request);
        return script.apply(request, sink);
    }

    @Override
    public void close() {}
}
