package dev.vectorio.store.s3;

import java.util.zip.Checksum;

/** CRC-64/NVME: reflected, polynomial 0xAD93D23594C93659, all bits set at the start and flipped at the end. */
final class Crc64Nvme implements Checksum {
    private static final long REFLECTED_POLYNOMIAL = Long.reverse(0xAD93D23594C93659L);
    private static final long[] TABLE = table();

    private long inverted = -1;

    private static long[] table() {
        long[] table = new long[256];
        for (int i = 0; i < table.length; i++) {
            long value = i;
            for (int bit = 0; bit < 8; bit++) {
                value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ REFLECTED_POLYNOMIAL;
            }
            table[i] = value;
        }
        return table;
    }

    @Override
    public void update(int b) {
        inverted = inverted >>> 8 ^ TABLE[(int) (inverted ^ b) & 0xFF];
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            update(bytes[i]);
        }
    }

    @Override
    public long getValue() {
        return ~inverted;
    }

    @Override
    public void reset() {
        inverted = -1;
    }
}
