package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import java.util.Objects;

/**
 * A part of another source, as a copied range leaves it.
 *
 * @param whole the source
 * @param offset first byte of the part
 * @param length bytes of the part
 */
public record SlicedBytes(ByteSource whole, long offset, long length) implements ByteSource {
    public SlicedBytes {
        Objects.checkFromIndexSize(offset, length, whole.length());
    }

    @Override
    public ByteBuf view(long from, int maxBytes) {
        return whole.view(Math.addExact(offset, from), maxBytes);
    }
}
