package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ChunkOffsets.FileBounds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The last eight bytes of a file.
 *
 * @param footerOffset where the footer begins
 * @param fileLength length of the file
 * @param encrypted true if the footer is encrypted
 */
record Trailer(long footerOffset, long fileLength, boolean encrypted) {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final int SHORTEST_FILE = ParquetLayout.MAGIC_LENGTH + ParquetLayout.TRAILER_LENGTH;

    /**
     * Refuses what is too short to be a Parquet file.
     *
     * @throws ParquetLayoutException naming the length
     */
    static void requireLength(String file, long fileLength) throws ParquetLayoutException {
        if (fileLength == 0) {
            throw new ParquetLayoutException(
                    file + " is not a Parquet file: 0 bytes, as the store says that none can be read:"
                            + " the object is empty, or the store does not serve its end");
        }
        if (fileLength < SHORTEST_FILE) {
            throw new ParquetLayoutException(
                    file + " is not a Parquet file: " + fileLength + " bytes, the shortest has " + SHORTEST_FILE);
        }
    }

    /**
     * Reads the trailer.
     *
     * @param bytes the last eight bytes
     * @throws ParquetLayoutException if they are none, or point outside the file
     */
    static Trailer of(String file, long fileLength, ByteBuffer bytes) throws ParquetLayoutException {
        ByteBuffer trailer = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        long footerLength = Integer.toUnsignedLong(trailer.getInt());
        byte[] magic = new byte[ParquetLayout.MAGIC_LENGTH];
        trailer.get(magic);
        boolean encrypted = Arrays.equals(magic, ENCRYPTED_MAGIC);
        if (!encrypted && !Arrays.equals(magic, MAGIC)) {
            throw new ParquetLayoutException(file + " is not a Parquet file: it ends with "
                    + HexFormat.of().formatHex(magic) + ", file length " + fileLength);
        }
        long footerOffset = fileLength - ParquetLayout.TRAILER_LENGTH - footerLength;
        if (footerLength == 0 || footerOffset < ParquetLayout.MAGIC_LENGTH) {
            throw new ParquetLayoutException(file + ": the footer is said to have " + footerLength
                    + " bytes and cannot lie in the file, file length " + fileLength);
        }
        return new Trailer(footerOffset, fileLength, encrypted);
    }

    /** The trailer's own bytes. */
    ByteRange range() {
        return ByteRange.between(fileLength - ParquetLayout.TRAILER_LENGTH, fileLength);
    }

    /** The footer. */
    ByteRange footer() {
        return ByteRange.between(footerOffset, fileLength - ParquetLayout.TRAILER_LENGTH);
    }

    FileBounds bounds() {
        return new FileBounds(footerOffset, fileLength);
    }
}
