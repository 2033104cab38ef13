package dev.vectorio.store.http;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.StoredBytes;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A body as it is: copied once, outside the heap, its MD5 computed on the way. */
public final class PlainBody implements BodyReceiver {
    private static final int SMALLEST_PIECE_BYTES = 16 << 10;
    private static final int LARGEST_PIECE_BYTES = 1 << 26;

    private final List<ByteSource> full = new ArrayList<>();
    private final MessageDigest md5 = EntityTags.digest("MD5");
    private ByteBuffer piece;

    /** A receiver of about {@code expectedBytes}; more or fewer are fine. */
    public PlainBody(long expectedBytes) {
        piece = ByteBuffer.allocateDirect((int) Math.max(0, Math.min(expectedBytes, LARGEST_PIECE_BYTES)));
    }

    @Override
    public void receive(ByteBuf bytes) {
        md5.update(bytes.nioBuffer());
        while (bytes.isReadable()) {
            if (!piece.hasRemaining()) {
                nextPiece(bytes.readableBytes());
            }
            int step = Math.min(piece.remaining(), bytes.readableBytes());
            ByteBuffer target = piece.duplicate();
            target.limit(target.position() + step);
            bytes.readBytes(target);
            piece.position(piece.position() + step);
        }
    }

    private void nextPiece(int wanted) {
        keepPiece();
        int doubled = Math.min(LARGEST_PIECE_BYTES, Math.max(SMALLEST_PIECE_BYTES, piece.capacity() * 2));
        piece = ByteBuffer.allocateDirect(Math.max(doubled, wanted));
    }

    private void keepPiece() {
        full.add(StoredBytes.owning(piece.duplicate().flip()));
    }

    @Override
    public ReceivedBody finish() {
        keepPiece();
        return new ReceivedBody(
                JoinedBytes.of(full), HexFormat.of().formatHex(md5.digest()), Map.of(), Optional.empty());
    }
}
