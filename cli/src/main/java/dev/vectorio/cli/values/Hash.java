package dev.vectorio.cli.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Hashes of 64 bits, spelt out so that they never change. */
final class Hash {
    private Hash() {}

    /** Finalizer of splitmix64 (Steele and others 2014). */
    static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    static long of(String text) {
        return of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The buffer's position and byte order change. */
    static long of(ByteBuffer bytes) {
        ByteBuffer words = bytes.order(ByteOrder.LITTLE_ENDIAN);
        long hash = mix(words.remaining());
        while (words.remaining() >= Long.BYTES) {
            hash = mix(hash + words.getLong());
        }
        long last = 0;
        for (int shift = 0; words.hasRemaining(); shift += Byte.SIZE) {
            last |= (words.get() & 0xFFL) << shift;
        }
        return mix(hash + last);
    }
}
