package dev.vectorio.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/** Netty's pool behind plain {@code ByteBuffer}s; remembers which pooled buffer each view belongs to. */
final class PooledDirectAllocator implements BufferAllocator {
    private final Map<ByteBuffer, ByteBuf> live = Collections.synchronizedMap(new IdentityHashMap<>());

    @Override
    public ByteBuffer allocate(int length) {
        ByteBuf pooled = PooledByteBufAllocator.DEFAULT.directBuffer(length, Math.max(length, 1));
        ByteBuffer view = pooled.nioBuffer(0, length);
        live.put(view, pooled);
        return view;
    }

    @Override
    public void release(ByteBuffer buffer) {
        ByteBuf pooled = live.remove(buffer);
        if (pooled == null) {
            throw new IllegalArgumentException("released twice, or not of this allocator: " + buffer);
        }
        pooled.release();
    }
}
