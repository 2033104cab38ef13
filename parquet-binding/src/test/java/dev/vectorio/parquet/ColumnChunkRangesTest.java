package dev.vectorio.parquet;

import static dev.vectorio.parquet.Footers.chunk;
import static dev.vectorio.parquet.Footers.rowGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnChunkRangesTest {
    private static final ColumnSelection ALL = ColumnSelection.all(Footers.SCHEMA);

    @ParameterizedTest
    @DisplayName("B25 B26 a chunk begins at the smallest offset that can be one")
    @CsvSource({
        "0, 50, 50",
        "3, 50, 50",
        "4, 50, 4",
        "40, 50, 40",
        "50, 50, 50",
        "60, 50, 50",
        "-7, 50, 50",
        "40, 3, 40",
        "40, -1, 40",
    })
    void beginsAtTheSmallestOffsetThatCanBeOne(long dictionary, long data, long start) throws Exception {
        ParquetLayout layout = Footers.layout(1000, rowGroup(10, chunk("a", dictionary, data, 100)));
        assertThat(new ColumnChunkRanges(layout).ranges(ALL, List.of(0)))
                .containsExactly(new LabelledRange(ByteRange.of(start, 100), "rg 0 / a"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 10",
        "0, 892, 101",
        "0, 993, 1",
        "0, 4, 0",
        "0, 4, -5",
        "0, -256, 44",
        "0, 4, 9223372036854775807"
    })
    void refusesWhatCannotLieBetweenMagicAndFooter(long dictionary, long data, long length) {
        ParquetLayout layout = Footers.layout(1000, rowGroup(10, chunk("g.x", dictionary, data, length)));
        assertThatThrownBy(() -> new ColumnChunkRanges(layout).ranges(ALL, List.of(0)))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll("f.parquet", "rg 0 / g.x", "" + data, "" + length, "file length 1000");
    }

    @Test
    void aChunkMayEndExactlyAtTheFooter() throws Exception {
        ParquetLayout layout = Footers.layout(1000, rowGroup(10, chunk("a", 0, 892, 100)));
        assertThat(new ColumnChunkRanges(layout).ranges(ALL, List.of(0))).hasSize(1);
    }

    @Test
    @DisplayName("B23 chunks over 2 GiB are cut into touching pieces")
    void chunksOverTwoGibibytesAreCutIntoTouchingPieces() throws Exception {
        long length = 2_300_000_000L;
        long second = 2_509_579_966L;
        ParquetLayout layout = Footers.layout(
                10_000_000_000L, rowGroup(10, chunk("a", 0, 4, length), chunk("b", 0, 4 + length, second)));
        List<LabelledRange> pieces = new ColumnChunkRanges(layout).ranges(ALL, List.of(0));
        assertThat(pieces)
                .extracting(LabelledRange::label)
                .containsExactly(
                        "rg 0 / a / part 1 of 2",
                        "rg 0 / a / part 2 of 2",
                        "rg 0 / b / part 1 of 2",
                        "rg 0 / b / part 2 of 2");
        long at = 4;
        for (LabelledRange piece : pieces) {
            assertThat(piece.range().offset()).isEqualTo(at);
            assertThat(piece.range().length()).isLessThanOrEqualTo(Integer.MAX_VALUE);
            at = piece.range().end();
        }
        assertThat(at).isEqualTo(4 + length + second);
    }

    @Test
    @DisplayName("B65 a chunk in another file is refused by name, the others stay readable")
    void aChunkInAnotherFileIsRefusedByNameAndTheOthersStayReadable() throws Exception {
        BlockMetaData elsewhere = rowGroup(10, chunk("a", 0, 4, 100), chunk("b", 0, 104, 100));
        elsewhere.setPath("part-7.parquet");
        ParquetLayout layout = Footers.layout(1000, elsewhere, rowGroup(10, chunk("a", 0, 204, 100)));
        ColumnChunkRanges chunks = new ColumnChunkRanges(layout);
        assertThatThrownBy(() -> chunks.ranges(ALL, List.of(0)))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll("rg 0 / a", "file_path 'part-7.parquet'");
        assertThat(chunks.ranges(ALL, List.of(1))).hasSize(1);
    }

    @Test
    void chunksThatShareBytesAreRefusedTogetherAndReadableAlone() throws Exception {
        ParquetLayout layout = Footers.layout(1000, rowGroup(10, chunk("a", 0, 4, 100), chunk("b", 0, 103, 100)));
        ColumnChunkRanges chunks = new ColumnChunkRanges(layout);
        assertThatThrownBy(() -> chunks.ranges(ALL, List.of(0)))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll("rg 0 / a [4, 104)", "rg 0 / b [103, 203)", "share bytes");
        ColumnSelection one = ColumnSelection.named("f", Footers.SCHEMA, List.of("b"));
        assertThat(chunks.ranges(one, List.of(0))).hasSize(1);
    }

    @Test
    @DisplayName("B28 row groups without rows are left out whatever their offsets say")
    void rowGroupsWithoutRowsAreLeftOutWhateverTheirOffsetsSay() throws Exception {
        ParquetLayout layout = Footers.layout(
                1000, rowGroup(0, chunk("a", 4, 0, 14), chunk("b", 97, 0, 14)), rowGroup(5, chunk("a", 0, 300, 20)));
        assertThat(new ColumnChunkRanges(layout).ranges(ALL, layout.allRowGroups()))
                .extracting(LabelledRange::label)
                .containsExactly("rg 1 / a");
    }

    @Test
    void aMisspeltColumnNamesTheNearest() {
        assertThatThrownBy(() -> ColumnSelection.named("f.parquet", Footers.SCHEMA, List.of("g.yesa")))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessage("f.parquet: no column 'g.yesa'; the nearest is 'g.yes'");
        assertThatThrownBy(() -> ColumnSelection.of(
                        "f.parquet",
                        Footers.SCHEMA,
                        MessageTypeParser.parseMessageType("message m { required int64 aa; }")))
                .hasMessageContaining("the nearest is 'a'");
    }

    @Test
    void aGroupStandsForItsLeaves() throws Exception {
        assertThat(ColumnSelection.named("f", Footers.SCHEMA, List.of("g")).paths())
                .containsExactlyInAnyOrder(ColumnPath.get("g", "x"), ColumnPath.get("g", "yes"));
    }

    @Test
    void pagesOfWantedRowsAreFusedAndBringTheDictionary() throws Exception {
        ParquetLayout layout = Footers.layout(1000, rowGroup(50, chunk("a", 10, 30, 100)));
        OffsetIndex index = Footers.pages(10, 30, 10, 40, 10, 50, 20, 70, 10, 80, 30);
        PageRanges pages = new PageRanges(layout);
        Map<ColumnPath, OffsetIndex> indexes = Map.of(ColumnPath.get("a"), index);
        assertThat(pages.ranges(ALL, 0, indexes, (first, last) -> first == 10 || first == 20 || first == 40))
                .containsExactly(
                        new LabelledRange(ByteRange.between(10, 30), "rg 0 / a / dictionary"),
                        new LabelledRange(ByteRange.between(40, 70), "rg 0 / a / from page 1"),
                        new LabelledRange(ByteRange.between(80, 110), "rg 0 / a / from page 4"));
        assertThat(pages.ranges(ALL, 0, indexes, (first, last) -> first == 0))
                .containsExactly(new LabelledRange(ByteRange.between(10, 40), "rg 0 / a / dictionary"));
        assertThat(pages.ranges(ALL, 0, indexes, RowSelection.all()))
                .extracting(LabelledRange::range)
                .containsExactly(ByteRange.between(10, 110));
        assertThat(pages.ranges(ALL, 0, indexes, (first, last) -> false)).isEmpty();
        assertThat(pages.ranges(ALL, 0, Map.of(), (first, last) -> false))
                .extracting(LabelledRange::range)
                .containsExactly(ByteRange.between(10, 110));
    }

    @Test
    void aPageOutsideItsChunkIsRefused() {
        ParquetLayout layout = Footers.layout(1000, rowGroup(20, chunk("a", 0, 30, 100)));
        Map<ColumnPath, OffsetIndex> indexes = Map.of(ColumnPath.get("a"), Footers.pages(10, 30, 10, 125, 6));
        assertThatThrownBy(() -> new PageRanges(layout).ranges(ALL, 0, indexes, RowSelection.all()))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll("rg 0 / a page 1 at 125 of 6 bytes", "[30, 130)");
    }

    @Test
    void indexSlicesAndFiltersOutsideTheFileAreLeftOut() {
        var good = chunk("a", 0, 4, 100);
        good.setOffsetIndexReference(new IndexReference(300, 20));
        good.setColumnIndexReference(new IndexReference(985, 20));
        good.setBloomFilterOffset(400);
        good.setBloomFilterLength(50);
        var bad = chunk("b", 0, 104, 100);
        bad.setOffsetIndexReference(new IndexReference(-5, 20));
        bad.setBloomFilterOffset(500);
        bad.setBloomFilterLength(5000);
        var unknown = chunk("g.x", 0, 204, 50);
        unknown.setBloomFilterOffset(460);
        ParquetLayout layout = Footers.layout(1000, rowGroup(5, good, bad, unknown));
        assertThat(new PageIndexRanges(layout).ranges(ALL, ALL, List.of(0)))
                .containsExactly(new LabelledRange(ByteRange.of(300, 20), "rg 0 / a / offset index"));
        assertThat(new BloomFilterRanges(layout).ranges(ALL, List.of(0)))
                .containsExactly(
                        new LabelledRange(ByteRange.of(400, 50), "rg 0 / a / Bloom filter"),
                        new LabelledRange(ByteRange.between(460, 500), "rg 0 / g.x / Bloom filter"));
    }

    @Test
    void dictionariesEndAtTheFirstDataPageOrAfterAFixedLength() throws Exception {
        ParquetLayout layout = Footers.layout(
                1_000_000,
                rowGroup(5, chunk("a", 4, 50, 100), chunk("b", 0, 104, 200_000), chunk("g.x", 0, 300_000, 9)));
        assertThat(new DictionaryRanges(layout).ranges(ALL, List.of(0)))
                .extracting(LabelledRange::range)
                .containsExactly(ByteRange.between(4, 50), ByteRange.of(104, 64 << 10), ByteRange.of(300_000, 9));
    }
}
