package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes outside the heap, so that a socket takes them without a copy. They are freed by the garbage collector once no
 * object and no answer under way refers to them; nothing is counted by hand.
 */
public final class StoredBytes implements ByteSource {
    static final StoredBytes EMPTY = new StoredBytes(ByteBuffer.allocateDirect(0));
    private static final long MAPPED_PIECE_BYTES = 1L << 30;

    private final ByteBuffer bytes;

    private StoredBytes(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Takes the bytes between position and limit as they are; the caller changes them no more. */
    public static StoredBytes owning(ByteBuffer bytes) {
        return new StoredBytes(bytes.slice());
    }

    /** Copies {@code bytes}. */
    public static StoredBytes copyOf(byte[] bytes) {
        ByteBuffer copy = ByteBuffer.allocateDirect(bytes.length);
        copy.put(bytes).flip();
        return new StoredBytes(copy);
    }

    /** The bytes of {@code file}, mapped, so that they need neither heap nor direct memory; the file must not change. */
    public static ByteSource mapped(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            List<ByteSource> pieces = new ArrayList<>();
            long length = channel.size();
            for (long offset = 0; offset < length; offset += MAPPED_PIECE_BYTES) {
                long pieceBytes = Math.min(MAPPED_PIECE_BYTES, length - offset);
                pieces.add(new StoredBytes(channel.map(FileChannel.MapMode.READ_ONLY, offset, pieceBytes)));
            }
            return JoinedBytes.of(pieces);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }

    @Override
    public long length() {
        return bytes.remaining();
    }

    @Override
    public ByteBuf view(long offset, int maxBytes) {
        return Unpooled.wrappedBuffer(bytes.slice(Math.toIntExact(offset), maxBytes));
    }
}
