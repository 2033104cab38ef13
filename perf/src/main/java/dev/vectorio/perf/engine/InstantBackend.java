package dev.vectorio.perf.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Answers on the calling thread, out of one buffer that is never filled: what is left of a measurement is the engine. Chunks
 * have the size in which Netty's client hands bodies out.
 */
final class InstantBackend implements ObjectStoreBackend {
    private static final int CHUNK_BYTES = 8 << 10;
    private static final Optional<ObjectVersion> VERSION =
            Optional.of(new ObjectVersion(ObjectVersion.Kind.ETAG, "\"v1\""));

    private final long objectBytes;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    InstantBackend(long objectBytes) {
        this.objectBytes = objectBytes;
    }

    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("instant", true, true, 64);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.completedFuture(new ObjectMetadata(location, objectBytes, VERSION));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        ByteRange served = request.range() instanceof GetRange.Bounded bounded
                ? bounded.range()
                : ByteRange.between(Math.max(0, objectBytes - request.range().length()), objectBytes);
        boolean wanted = sink.onHead(new ResponseHead(
                206,
                OptionalLong.of(served.length()),
                Optional.of(ContentRange.of(served, objectBytes)),
                VERSION,
                Optional.empty(),
                Optional.empty()));
        for (long left = served.length(); wanted && left > 0; left -= CHUNK_BYTES) {
            sink.onBytes(ByteBuffer.wrap(chunk, 0, (int) Math.min(left, CHUNK_BYTES)));
        }
        return new Done();
    }

    @Override
    public void close() {}

    private record Done() implements Transfer {
        @Override
        public CompletionStage<Void> done() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void cancel() {}
    }
}
