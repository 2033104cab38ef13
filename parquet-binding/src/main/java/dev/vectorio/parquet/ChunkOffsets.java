package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.Optional;

/**
 * Where a footer says that a column chunk lies, and where it can lie.
 *
 * @param filePath the other file that holds it, if the footer says so
 * @param dictionary offset of the dictionary page; below 4 for none
 * @param data offset of the first data page, or of the dictionary page with some writers
 * @param length compressed length of all pages, headers included
 */
record ChunkOffsets(Optional<String> filePath, long dictionary, long data, long length) {
    /**
     * The chunk's bytes.
     *
     * @param file names the file in errors
     * @param chunk names the chunk in errors
     */
    ByteRange locate(String file, String chunk, FileBounds bounds) throws ParquetLayoutException {
        if (filePath.isPresent()) {
            throw new ParquetLayoutException(
                    file + ": " + chunk + " lies in another file: file_path '" + filePath.get() + "'");
        }
        long start = start();
        if (start < ParquetLayout.MAGIC_LENGTH) {
            throw misplaced(file, chunk, "begins before any data can", bounds);
        }
        if (length <= 0) {
            throw misplaced(file, chunk, "has no bytes", bounds);
        }
        if (start > bounds.footerOffset() || length > bounds.footerOffset() - start) {
            throw misplaced(file, chunk, "ends behind the data of the file", bounds);
        }
        return ByteRange.of(start, length);
    }

    /** The smallest offset that can be one; below 4 if none can. */
    private long start() {
        if (dictionary < ParquetLayout.MAGIC_LENGTH) {
            return data;
        }
        return data < ParquetLayout.MAGIC_LENGTH ? dictionary : Math.min(dictionary, data);
    }

    private ParquetLayoutException misplaced(String file, String chunk, String problem, FileBounds bounds) {
        return new ParquetLayoutException(file + ": " + chunk + " " + problem + ": dictionary page offset "
                + dictionary + ", data page offset " + data + ", compressed size " + length + ", footer at "
                + bounds.footerOffset() + ", file length " + bounds.fileLength());
    }

    /**
     * What everything in a file lies between.
     *
     * @param footerOffset first byte behind all data
     * @param fileLength length of the file
     */
    record FileBounds(long footerOffset, long fileLength) {
        /** True if the bytes lie behind the leading magic number and before the footer. */
        boolean hold(long offset, long length) {
            return offset >= ParquetLayout.MAGIC_LENGTH
                    && length > 0
                    && offset <= footerOffset
                    && length <= footerOffset - offset;
        }
    }
}
