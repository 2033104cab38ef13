package dev.vectorio.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadFileTest {
    private final Path folder;

    WorkloadFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void sameSeedGivesTheSameBytesAndAnotherSeedOthers() throws IOException {
        WorkloadFile file = WorkloadFiles.small();
        Path one = folder.resolve("one");
        Path again = folder.resolve("again");
        Path other = folder.resolve("other");
        file.write(one);
        file.write(again);
        file.withSeed(1).write(other);

        assertThat(again).hasSameBinaryContentAs(one);
        assertThat(Files.mismatch(one, other)).isNotEqualTo(-1);
    }

    @Test
    void smallFileHasTwentyColumnsInLessThanOneMebibyte() throws IOException {
        Path file = folder.resolve("small");
        assertThat(WorkloadFiles.small().write(file)).isBetween(500_000L, 1L << 20);
        assertThat(rowGroups(file).get(0).getColumns()).hasSize(20);
    }

    @Test
    void rowGroupsPagesAndIndexesAreAsTheShapeSays() throws IOException {
        Path file = folder.resolve("shape");
        WorkloadFile shape = WorkloadFiles.wide().scaled(0.1);
        assertThat(shape.write(file)).isEqualTo(Files.size(file));

        List<BlockMetaData> rowGroups = rowGroups(file);
        assertThat(rowGroups).hasSize(shape.rowGroups()).hasSize(12);
        for (BlockMetaData rowGroup : rowGroups) {
            assertThat(rowGroup.getRowCount()).isEqualTo(shape.rowsPerRowGroup());
            assertThat(rowGroup.getColumns()).hasSize(200);
            for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                assertThat(chunk.getCodec()).isEqualTo(CompressionCodecName.UNCOMPRESSED);
                assertThat(chunk.getOffsetIndexReference()).isNotNull();
                assertThat(chunk.getColumnIndexReference()).isNotNull();
            }
        }
    }

    @Test
    void pagedFilterLeavesOnePercentOfEachRowGroup() throws IOException {
        Path file = folder.resolve("paged");
        WorkloadFiles.paged().write(file);
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withRecordFilter(FilterCompat.get(WorkloadFiles.pagedFilter()))
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            int rowGroups = 0;
            PageReadStore pages = reader.readNextFilteredRowGroup();
            while (pages != null) {
                assertThat(pages.getRowCount()).isEqualTo(5_000);
                rowGroups++;
                pages.close();
                pages = reader.readNextFilteredRowGroup();
            }
            assertThat(rowGroups).isEqualTo(4);
        }
    }

    @Test
    void largeFooterIsLongerThanTheLongestTail() throws IOException {
        Path file = folder.resolve("footer");
        long length = WorkloadFiles.largeFooter().write(file);
        List<BlockMetaData> rowGroups = rowGroups(file);
        BlockMetaData last = rowGroups.get(rowGroups.size() - 1);
        ColumnChunkMetaData chunk = last.getColumns().get(last.getColumns().size() - 1);
        var index = chunk.getOffsetIndexReference();
        assertThat(length - index.getOffset() - index.getLength()).isGreaterThan(1 << 20);
    }

    @Test
    void aFileWithoutRowsIsRefused() {
        assertThatThrownBy(() -> new WorkloadFile("none", List.of(ColumnKind.DOUBLE), 0, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none");
    }

    private static List<BlockMetaData> rowGroups(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            return reader.getFooter().getBlocks();
        }
    }
}
