package dev.vectorio.perf.workload;

import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.perf.store.StoreKind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;

/**
 * A Parquet file that lies here and in the store.
 *
 * @param store what kind of store that is
 * @param key its key in the store
 * @param path where it lies here
 * @param length in bytes
 * @param footerOffset where the footer begins
 * @param metadata the footer
 */
public record StagedFile(
        StoreKind store, String key, Path path, long length, long footerOffset, ParquetMetadata metadata) {
    /** Reads the footer of a local file. */
    public static StagedFile of(StoreKind store, String key, Path path) throws IOException {
        long length = Files.size(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
                ParquetFileReader reader = ParquetFileReader.open(
                        new LocalInputFile(path), ParquetReadOptions.builder().build())) {
            file.seek(length - ParquetLayout.TRAILER_LENGTH);
            int footerBytes = Integer.reverseBytes(file.readInt());
            long footerOffset = length - ParquetLayout.TRAILER_LENGTH - footerBytes;
            return new StagedFile(store, key, path, length, footerOffset, reader.getFooter());
        }
    }

    /** The same file under another key. */
    public StagedFile withKey(String changed) {
        return new StagedFile(store, changed, path, length, footerOffset, metadata);
    }

    /** Where it lies in the store. */
    public ObjectLocation location() {
        return store.location(key);
    }

    /** The object with its length, as a listing or a manifest gives it, or without. */
    public KnownObject object(boolean lengthKnown) {
        KnownObject object = KnownObject.at(location());
        return lengthKnown ? object.withLength(length) : object;
    }

    /** Where everything lies in it. */
    public ParquetLayout layout() {
        return new ParquetLayout(key, length, footerOffset, metadata);
    }

    /** Bytes of footer and trailer. */
    public long footerBytes() {
        return length - footerOffset;
    }
}
