package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.junit.jupiter.api.Test;

class ParquetSelectionTest {
    private static final ParquetReadOptions OPTIONS =
            ParquetReadOptions.builder().build();

    @Test
    void rowGroupsByPositionAreReadAloneAndInTheOrderOfTheFile() throws IOException {
        try (TestStore store = TestStore.of(TestFiles.rows(9_000))) {
            List<BlockMetaData> all = VectorIoParquet.plan(store.io, store.known(), OPTIONS, ParquetSelection.all())
                    .layout()
                    .metadata()
                    .getBlocks();
            assertThat(all).hasSizeGreaterThan(2);
            ParquetSelection some = ParquetSelection.all().withRowGroups(List.of(2, 0, 2));
            ParquetPlan plan = VectorIoParquet.plan(store.io, store.known(), OPTIONS, some);
            assertThat(plan.rowGroups()).containsExactly(0, 2);
            assertThat(plan.layout().metadata().getBlocks()).hasSameSizeAs(all);
            assertThat(plan.ranges())
                    .isNotEmpty()
                    .allMatch(range ->
                            range.label().startsWith("rg 0 /") || range.label().startsWith("rg 2 /"));
            try (ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), OPTIONS, some)) {
                assertThat(rows(reader))
                        .containsExactly(all.get(0).getRowCount(), all.get(2).getRowCount());
            }
            ParquetSelection none = ParquetSelection.all().withRowGroups(List.of());
            assertThat(VectorIoParquet.plan(store.io, store.known(), OPTIONS, none)
                            .requests())
                    .isEmpty();
            try (ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), OPTIONS, none)) {
                assertThat(rows(reader)).isEmpty();
            }
        }
    }

    private static List<Long> rows(ParquetFileReader reader) throws IOException {
        List<Long> rows = new java.util.ArrayList<>();
        for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
            rows.add(pages.getRowCount());
        }
        return rows;
    }

    @Test
    void whatTheFileDoesNotHaveIsRefusedWhenItIsOpened() throws IOException {
        try (TestStore store = TestStore.of(TestFiles.rows(300))) {
            ParquetSelection behind = ParquetSelection.all().withRowGroups(List.of(99));
            ParquetSelection unknown = ParquetSelection.all().withColumns(List.of("idd"));
            assertThatThrownBy(() -> VectorIoParquet.open(store.io, store.known(), OPTIONS, behind))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining("no row group 99");
            assertThatThrownBy(() -> VectorIoParquet.plan(store.io, store.known(), OPTIONS, behind))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining("no row group 99");
            assertThatThrownBy(() -> VectorIoParquet.open(store.io, store.known(), OPTIONS, unknown))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining("the nearest is 'id'");
        }
    }

    @Test
    void contradictionsAreRefusedAtOnce() {
        assertThatThrownBy(() -> ParquetSelection.all().withRowGroups(List.of(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThatThrownBy(() ->
                        new ParquetSelection(Optional.of(TestFiles.projection("id")), List.of("id"), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
