package dev.vectorio.fuzz;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives the same answer to every GET. */
record FuzzedBackend(FuzzedAnswer answer) implements ObjectStoreBackend {
    /** Over before it is handed out. */
    private record Answered() implements Transfer {
        @Override
        public CompletionStage<Void> done() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void cancel() {}
    }

    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("fuzz", true, true, 64);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.failedStage(new UnsupportedOperationException("nobody asks for metadata"));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        if (sink.onHead(answer.head())) {
            sink.onBytes(answer.body().duplicate());
        }
        return new Answered();
    }

    @Override
    public void close() {}
}
