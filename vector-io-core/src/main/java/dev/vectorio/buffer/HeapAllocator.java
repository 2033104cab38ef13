package dev.vectorio.buffer;

import java.nio.ByteBuffer;

enum HeapAllocator implements BufferAllocator {
    INSTANCE;

    @Override
    public ByteBuffer allocate(int length) {
        return ByteBuffer.allocate(length);
    }

    @Override
    public void release(ByteBuffer buffer) {}
}
