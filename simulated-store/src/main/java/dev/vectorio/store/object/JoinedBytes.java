package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;

/** Several sources one after another, as a multipart upload leaves them: joined without copying. */
public final class JoinedBytes implements ByteSource {
    private final List<ByteSource> pieces;
    private final long[] offsets;
    private final long length;

    private JoinedBytes(List<ByteSource> pieces) {
        this.pieces = pieces;
        this.offsets = new long[pieces.size()];
        long end = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = end;
            end = Math.addExact(end, pieces.get(i).length());
        }
        this.length = end;
    }

    /** The pieces in order; empty ones are left out, a single one is returned as it is. */
    public static ByteSource of(List<? extends ByteSource> pieces) {
        List<ByteSource> filled = pieces.stream()
                .filter(p -> p.length() > 0)
                .map(p -> (ByteSource) p)
                .toList();
        return switch (filled.size()) {
            case 0 -> ByteSource.empty();
            case 1 -> filled.get(0);
            default -> new JoinedBytes(filled);
        };
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ByteBuf view(long offset, int maxBytes) {
        int found = Arrays.binarySearch(offsets, offset);
        int index = found >= 0 ? found : -found - 2;
        ByteSource piece = pieces.get(index);
        long within = offset - offsets[index];
        return piece.view(within, (int) Math.min(maxBytes, piece.length() - within));
    }
}
