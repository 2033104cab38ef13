package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every public file, through both routes, against parquet-java on the same bytes without vectored I/O. */
class CorpusValuesTest {
    private static final ParquetReadOptions OPTIONS =
            ParquetReadOptions.builder().build();

    /** What reading a file comes to. */
    private sealed interface Outcome {
        record Rows(List<String> rows) implements Outcome {}

        record Failure(String message) implements Outcome {}
    }

    @Test
    @DisplayName("B25 B26 B28 values of all public files equal local reads, whatever their offset fields say")
    void plannedAndPlainReadersGiveTheSameValuesAsLocalReads() throws Exception {
        Corpus.assumePresent();
        int readable = 0;
        List<String> unreadable = new ArrayList<>();
        for (String name : Corpus.names()) {
            byte[] content = Files.readAllBytes(Corpus.file(name));
            Outcome expected = outcome(() -> Values.expected(content, OPTIONS));
            for (boolean whole : List.of(true, false)) {
                try (TestStore store = whole ? TestStore.of(content) : TestStore.ranged(content)) {
                    Outcome planned = outcome(() -> planned(store));
                    Outcome plain = outcome(() -> plain(store));
                    if (expected instanceof Outcome.Rows rows) {
                        assertThat(planned).as(name + " planned").isEqualTo(rows);
                        assertThat(plain).as(name + " plain").isEqualTo(rows);
                    } else {
                        assertThat(planned).as(name).isInstanceOf(Outcome.Failure.class);
                        assertThat(plain).as(name).isInstanceOf(Outcome.Failure.class);
                    }
                    assertThat(store.heads()).as(name).isZero();
                }
            }
            if (expected instanceof Outcome.Rows) {
                readable++;
            } else {
                unreadable.add(name + ": " + ((Outcome.Failure) expected).message());
            }
        }
        assertThat(readable).as("unreadable: %s", unreadable).isGreaterThan(55);
    }

    private static List<String> planned(TestStore store) throws IOException {
        ParquetFileReader reader = VectorIoParquet.open(store.io, store.unknown(), OPTIONS, Optional.empty());
        return Values.of(reader, reader.getFileMetaData().getSchema(), OPTIONS);
    }

    private static List<String> plain(TestStore store) throws IOException {
        ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.unknown()), OPTIONS);
        return Values.of(reader, reader.getFileMetaData().getSchema(), OPTIONS);
    }

    private static Outcome outcome(Callable<List<String>> read) {
        try {
            return new Outcome.Rows(read.call());
        } catch (Exception | LinkageError e) {
            return new Outcome.Failure(e.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "duckdb--firstmarker",
                "duckdb--footerlengthzero",
                "duckdb--garbledfooter",
                "duckdb--hugefooter",
                "duckdb--internal_6165",
                "duckdb--missingmagicatend",
                "impala--bad_magic_number",
                "impala--bad_metadata_len",
                "impala--corrupt_footer_len_decr",
                "impala--corrupt_footer_len_incr",
                "impala--bad_compressed_size",
                "impala--bad_dict_page_offset",
                "duckdb--fuzzer4381",
                "hardwood--negative_data_page_offset",
                "parquet-testing--ARROW-RS-GH-6229-DICTHEADER",
            })
    void damagedFilesGiveATypedErrorThatNamesTheFile(String name) throws IOException {
        byte[] content = Files.readAllBytes(Corpus.file(name));
        Allocators allocator = Allocators.heap();
        ParquetReadOptions options =
                ParquetReadOptions.builder().withAllocator(allocator).build();
        try (TestStore store = TestStore.ranged(content)) {
            assertThatThrownBy(() -> {
                        ParquetFileReader reader =
                                VectorIoParquet.open(store.io, store.unknown(), options, Optional.empty());
                        Values.of(reader, reader.getFileMetaData().getSchema(), options);
                    })
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining(TestStore.LOCATION.toString());
            assertThat(store.gets()).isLessThanOrEqualTo(2);
        }
        allocator.ledger().assertEmpty();
        assertThat(allocator.ledger().largestAllocation()).isLessThanOrEqualTo(content.length);
    }
}
