package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** Passes everything on; subclasses break one thing. */
class PassingBackend implements ObjectStoreBackend {
    final ObjectStoreBackend behind;

    PassingBackend(ObjectStoreBackend behind) {
        this.behind = behind;
    }

    @Override
    public BackendCapabilities capabilities() {
        return behind.capabilities();
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return behind.head(location);
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        return behind.get(request, sink);
    }

    @Override
    public void close() {
        behind.close();
    }

    /** Passes everything on; subclasses break one thing. */
    static class PassingSink implements ResponseSink {
        final ResponseSink to;

        PassingSink(ResponseSink to) {
            this.to = to;
        }

        @Override
        public boolean onHead(ResponseHead head) {
            return to.onHead(head);
        }

        @Override
        public void onBytes(ByteBuffer chunk) {
            to.onBytes(chunk);
        }
    }

    /** A transfer with a stage of its own. */
    record Passed(CompletionStage<Void> done, Runnable canceller) implements Transfer {
        @Override
        public void cancel() {
            canceller.run();
        }
    }
}
