package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import java.util.concurrent.CompletableFuture;

/** A range that was announced and that nobody has asked for yet. */
final class PrefetchedRange implements Evictable {
    private final ObjectReader reader;
    private final RangedRead read;
    private final int index;
    private final Destination destination;

    PrefetchedRange(ObjectReader reader, RangedRead read, int index, Destination destination) {
        this.reader = reader;
        this.read = read;
        this.index = index;
        this.destination = destination;
    }

    Destination destination() {
        return destination;
    }

    ByteRange range() {
        return destination.range();
    }

    boolean isFor(BufferAllocator allocator) {
        return destination.allocator() == allocator;
    }

    RangedRead read() {
        return read;
    }

    /** Somebody asked for it: the announcement has done its work. */
    void taken() {
        read.ended(index, null);
    }

    /**
     * Drops the bytes, come or not.
     *
     * @return completes, never with a failure, when the buffer is back
     */
    CompletableFuture<?> letGo() {
        ObjectReadException dropped =
                new ObjectReadException(Kind.CANCELLED, read.location() + " " + range() + ": prefetch was dropped");
        destination.kill(dropped);
        return destination.stage().handle((bytes, failure) -> {
            if (bytes != null) {
                bytes.close();
            }
            read.ended(index, dropped);
            return failure;
        });
    }

    @Override
    public boolean evict() {
        return reader.prefetched().drop(this);
    }
}
