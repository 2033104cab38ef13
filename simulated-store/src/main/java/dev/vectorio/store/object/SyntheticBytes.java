package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Bytes made from their offset, so that an object of many GiB needs no memory. A block of random bytes repeats; the seed
 * says where in it the object begins. The block's length is a prime, so that offsets that are wrong by any round number
 * of bytes show different bytes.
 *
 * @param length length in bytes
 * @param seed chooses the content; the same length and seed give the same bytes in every run
 */
public record SyntheticBytes(long length, long seed) implements ByteSource {
    /** The length after which the bytes repeat: the first prime above 2^20. */
    public static final int PERIOD_BYTES = 1_048_583;

    private static final ByteBuffer PERIOD = period();

    public SyntheticBytes {
        if (length < 0) {
            throw new IllegalArgumentException("length is negative: " + length);
        }
    }

    private static ByteBuffer period() {
        byte[] bytes = new byte[PERIOD_BYTES];
        new SplittableRandom(20_230_917L).nextBytes(bytes);
        ByteBuffer block = ByteBuffer.allocateDirect(PERIOD_BYTES);
        block.put(bytes).flip();
        return block;
    }

    @Override
    public ByteBuf view(long offset, int maxBytes) {
        int within = position(offset);
        return Unpooled.wrappedBuffer(PERIOD.slice(within, Math.min(maxBytes, PERIOD_BYTES - within)));
    }

    /** The bytes [offset, offset + count), for comparison in tests. */
    public byte[] copy(long offset, int count) {
        byte[] bytes = new byte[count];
        for (int done = 0; done < count; ) {
            int within = position(offset + done);
            int step = Math.min(count - done, PERIOD_BYTES - within);
            PERIOD.get(within, bytes, done, step);
            done += step;
        }
        return bytes;
    }

    private int position(long offset) {
        long start = Math.floorMod(seed * 0x9E3779B97F4A7C15L, (long) PERIOD_BYTES);
        return (int) ((start + offset % PERIOD_BYTES) % PERIOD_BYTES);
    }
}
