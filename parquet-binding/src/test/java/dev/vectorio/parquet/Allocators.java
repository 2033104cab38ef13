package dev.vectorio.parquet;

import dev.vectorio.testkit.LedgerAllocator;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.parquet.bytes.ByteBufferAllocator;

/**
 * The ledger as a parquet-java allocator. parquet-java fills all that remains of a buffer, so it gets slices of exactly
 * what it asked for; the ledger throws where two parties call at the same time.
 */
final class Allocators implements ByteBufferAllocator {
    private final LedgerAllocator ledger;
    private final boolean direct;
    private final Map<ByteBuffer, ByteBuffer> slices = Collections.synchronizedMap(new IdentityHashMap<>());

    private Allocators(LedgerAllocator ledger, boolean direct) {
        this.ledger = ledger;
        this.direct = direct;
    }

    static Allocators heap() {
        return new Allocators(LedgerAllocator.heap(), false);
    }

    static Allocators direct() {
        return new Allocators(LedgerAllocator.direct(), true);
    }

    /** A release by whoever reads, while the engine may be allocating: under the monitor that the engine holds then. */
    synchronized void releaseByReader(ByteBuffer buffer) {
        release(buffer);
    }

    LedgerAllocator ledger() {
        return ledger;
    }

    @Override
    public ByteBuffer allocate(int size) {
        ByteBuffer whole = ledger.allocate(size);
        ByteBuffer slice = whole.slice(whole.position(), size);
        slices.put(slice, whole);
        return slice;
    }

    @Override
    public void release(ByteBuffer buffer) {
        ByteBuffer whole = slices.remove(buffer);
        ledger.release(whole == null ? buffer : whole);
    }

    @Override
    public boolean isDirect() {
        return direct;
    }
}
