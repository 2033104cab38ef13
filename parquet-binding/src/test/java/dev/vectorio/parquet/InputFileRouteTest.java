package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Builders that make their own reader from an input file. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class InputFileRouteTest {
    private static final ParquetReadOptions PLAIN = ParquetReadOptions.builder().build();
    private static byte[] file = new byte[0];

    @BeforeAll
    static void write() throws IOException {
        file = TestFiles.rows(20_000);
    }

    private static final class Builder extends ParquetReader.Builder<Group> {
        Builder(InputFile input) {
            super(input, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    private static List<String> read(InputFile input, MessageType projection, Optional<FilterCompat.Filter> filter)
            throws IOException {
        ParquetReader.Builder<Group> builder = new Builder(input)
                .set(ReadSupport.PARQUET_READ_SCHEMA, projection.toString())
                .set("parquet.hadoop.vectored.io.enabled", "true");
        filter.ifPresent(builder::withFilter);
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = builder.build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void aPlannedInputFileReadsAllRowGroupsInTwoRounds() throws IOException {
        MessageType projection = TestFiles.projection("id", "c5", "c15");
        try (TestStore store = TestStore.ranged(file)) {
            InputFile input = VectorIoParquet.inputFile(store.io, store.known(), PLAIN, Optional.of(projection));
            assertThat(read(input, projection, Optional.empty())).isEqualTo(Values.expected(file, projection, PLAIN));
            store.assertNoByteTwice();
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(2);
            assertThat(store.heads()).isZero();
        }
    }

    @Test
    void aPlannedInputFileWithAFilterReadsIndexAndPagesInOneRoundEach() throws IOException {
        MessageType projection = TestFiles.projection("odd", "c5");
        FilterCompat.Filter filter = FilterCompat.get(FilterApi.lt(FilterApi.longColumn("odd"), 4_000L));
        ParquetReadOptions filtered =
                ParquetReadOptions.builder().withRecordFilter(filter).build();
        try (TestStore store = TestStore.ranged(file)) {
            InputFile input = VectorIoParquet.inputFile(store.io, store.known(), Optional.of(projection), filter);
            assertThat(read(input, projection, Optional.of(filter)))
                    .isNotEmpty()
                    .isEqualTo(Values.expected(file, projection, filtered));
            store.assertNoByteTwice();
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void aReaderThatAsksForOtherColumnsThanAnnouncedStillReadsRight() throws IOException {
        MessageType announced = TestFiles.projection("c1");
        MessageType read = TestFiles.projection("id", "city");
        try (TestStore store = TestStore.ranged(file)) {
            InputFile input = VectorIoParquet.inputFile(store.io, store.known(), PLAIN, Optional.of(announced));
            assertThat(read(input, read, Optional.empty())).isEqualTo(Values.expected(file, read, PLAIN));
        }
    }

    @Test
    void aMisspeltAnnouncementIsAnError() {
        MessageType wrong = MessageTypeParser.parseMessageType("message m { required double c77; }");
        try (TestStore store = TestStore.ranged(file)) {
            InputFile input = VectorIoParquet.inputFile(store.io, store.known(), PLAIN, Optional.of(wrong));
            assertThatThrownBy(() -> read(input, TestFiles.projection("c7"), Optional.empty()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining("nearest is 'c7'");
        }
    }
}
