package dev.vectorio.local;

import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Keeps what came, and lets a test act in the middle of an answer. */
class CollectingSink implements ResponseSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Optional<ResponseHead> head = Optional.empty();
    private int chunks;

    @Override
    public boolean onHead(ResponseHead head) {
        this.head = Optional.of(head);
        return atHead();
    }

    @Override
    public void onBytes(ByteBuffer chunk) {
        byte[] copy = new byte[chunk.remaining()];
        chunk.get(copy);
        bytes.writeBytes(copy);
        afterChunk(++chunks);
    }

    /** False refuses the body. */
    boolean atHead() {
        return true;
    }

    void afterChunk(int number) {}

    byte[] bytes() {
        return bytes.toByteArray();
    }

    Optional<ResponseHead> head() {
        return head;
    }
}
