package dev.vectorio.parquet;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;

/** The public Parquet files; where their folder is missing, tests that need them are skipped by name. */
final class Corpus {
    private static final Path FOLDER = Path.of(System.getProperty("vectorio.corpus", "corpus"));

    private Corpus() {}

    static Path file(String name) {
        Path file = FOLDER.resolve(name + ".parquet");
        assumeTrue(Files.exists(file), "no corpus file " + file);
        return file;
    }

    /** Names without the ending; empty where the folder is missing. */
    static List<String> names() {
        if (!Files.isDirectory(FOLDER)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".parquet"))
                    .map(name -> name.substring(0, name.length() - ".parquet".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void assumePresent() {
        assumeTrue(Files.isDirectory(FOLDER), "no corpus folder " + FOLDER);
    }

    static ParquetMetadata footer(Path file) throws IOException {
        LocalInputFile input = new LocalInputFile(file);
        try (SeekableInputStream stream = input.newStream()) {
            return ParquetFileReader.readFooter(
                    input, ParquetReadOptions.builder().build(), stream);
        }
    }

    static long footerOffset(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int trailer = bytes.length - ParquetLayout.TRAILER_LENGTH;
        long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(trailer);
        return trailer - length;
    }

    static ParquetLayout layout(String name) throws IOException {
        Path file = file(name);
        return new ParquetLayout(name, Files.size(file), footerOffset(file), footer(file));
    }
}
