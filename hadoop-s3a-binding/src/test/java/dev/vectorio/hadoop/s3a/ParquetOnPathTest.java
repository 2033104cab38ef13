package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.store.http.AnswerGate;
import dev.vectorio.store.request.RangeSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** parquet-java on a {@code Path} of {@code s3a}; all counts are the store's own. */
@Timeout(120)
class ParquetOnPathTest {
    private static final int ROWS = 50_000;
    private static final int COLUMNS = 20;
    private static final long ROW_GROUP_BYTES = 2 << 20;

    private final S3aStore s3 = new S3aStore();
    private final Configuration conf = s3.configuration();

    private final Path folder;
    private FileStatus status = new FileStatus();

    ParquetOnPathTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @BeforeEach
    void writeFile() throws IOException {
        Path local = folder.resolve("rows.parquet");
        write(local, ROWS);
        s3.store.putFile(S3aStore.BUCKET, "rows.parquet", local);
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", VectorIoStreamFactory.class.getName());
        status = files().getFileStatus(S3aStore.path("rows.parquet"));
        s3.store.log().clear();
    }

    private FileSystem files() throws IOException {
        return S3aStore.path("rows.parquet").getFileSystem(conf);
    }

    @AfterEach
    void close() throws IOException {
        files().close();
        s3.close();
    }

    static MessageType schema() {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        for (int i = 0; i < COLUMNS; i++) {
            schema.required(PrimitiveTypeName.DOUBLE).named("c" + i);
        }
        return schema.named("rows");
    }

    private static MessageType projection(String... columns) {
        Types.MessageTypeBuilder chosen = Types.buildMessage();
        for (String column : columns) {
            chosen.addField(schema().getType(column));
        }
        return chosen.named("rows");
    }

    static void write(Path file, int rows) throws IOException {
        Random random = new Random(11);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(schema())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withDictionaryEncoding(false)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .build()) {
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(schema());
                for (int i = 0; i < COLUMNS; i++) {
                    group.add("c" + i, random.nextDouble());
                }
                writer.write(group);
            }
        }
    }

    static ParquetReadOptions options(Configuration conf, boolean vectored) {
        return HadoopReadOptions.builder(conf).withUseHadoopVectoredIo(vectored).build();
    }

    /** All values of the projection, added up. */
    static double sum(InputFile file, ParquetReadOptions options, MessageType projection) throws IOException {
        double sum = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
            reader.setRequestedSchema(projection);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                sum += sum(pages, projection);
                pages.close();
            }
        }
        return sum;
    }

    private static double sum(PageReadStore pages, MessageType projection) {
        RecordReader<Group> records = new ColumnIOFactory()
                .getColumnIO(projection, schema())
                .getRecordReader(pages, new GroupRecordConverter(projection));
        double sum = 0;
        for (long row = 0; row < pages.getRowCount(); row++) {
            Group group = records.read();
            for (int i = 0; i < projection.getFieldCount(); i++) {
                sum += group.getDouble(i, 0);
            }
        }
        return sum;
    }

    private double expected(MessageType projection) throws IOException {
        return sum(
                new LocalInputFile(folder.resolve("rows.parquet")),
                options(new Configuration(false), false),
                projection);
    }

    private InputFile onPath() throws IOException {
        return HadoopInputFile.fromStatus(status, conf);
    }

    private List<RangeSpec.Bounded> ranges() {
        List<RangeSpec.Bounded> ranges = new ArrayList<>();
        s3.store.log().records().stream()
                .map(record -> record.facts().range())
                .forEach(range -> range.ifPresent(spec -> ranges.add((RangeSpec.Bounded) spec)));
        return ranges;
    }

    private void assertNoByteTwice() {
        List<RangeSpec.Bounded> sorted = new ArrayList<>(ranges());
        sorted.sort((one, other) -> Long.compare(one.offset(), other.offset()));
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i).offset())
                    .as("fetched twice: %s", sorted)
                    .isGreaterThanOrEqualTo(sorted.get(i - 1).end());
        }
    }

    @Test
    void theEndOfTheFileComesInOneGetAndNoHead() throws Exception {
        try (ParquetFileReader reader = ParquetFileReader.open(onPath(), options(conf, true))) {
            assertThat(reader.getRowGroups().size()).isGreaterThan(3);
        }
        assertThat(s3.store.log().gets()).isEqualTo(1);
        assertThat(s3.store.log().heads()).isZero();
    }

    @Test
    void aSecondStreamOnTheSameFileFetchesNeitherFooterNorPageIndexAgain() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (ParquetFileReader reader = ParquetFileReader.open(onPath(), options(conf, true))) {
                ColumnChunkMetaData chunk =
                        reader.getRowGroups().get(1).getColumns().get(3);
                assertThat(reader.readOffsetIndex(chunk).getPageCount()).isPositive();
                assertThat(reader.readColumnIndex(chunk).getNullPages()).isNotEmpty();
            }
        }
        assertThat(s3.store.log().gets()).isEqualTo(1);
    }

    /** Opens, in a thread that has come to the end of the file when this returns: it asks for it, or waits for who asks. */
    private Opener opening(String waitsIn) {
        CompletableFuture<Integer> rowGroups = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try (ParquetFileReader reader = ParquetFileReader.open(onPath(), options(conf, true))) {
                rowGroups.complete(reader.getRowGroups().size());
            } catch (IOException | RuntimeException e) {
                rowGroups.completeExceptionally(e);
            }
        });
        thread.start();
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (Arrays.stream(thread.getStackTrace())
                .noneMatch(frame -> (frame.getClassName() + "." + frame.getMethodName()).endsWith(waitsIn))) {
            assertThat(System.nanoTime()).as("waiting in " + waitsIn).isLessThan(until);
            Thread.onSpinWait();
        }
        return new Opener(rowGroups, thread);
    }

    private record Opener(CompletableFuture<Integer> rowGroups, Thread thread) {}

    @Test
    void whoOpensAtTheSameMomentSharesTheEndOfTheFile() throws Exception {
        AnswerGate.Hold hold = s3.store.holdAnswers();
        Opener first = opening("ParquetSource.fetchTrailer");
        Opener second = opening("FooterCache.turn");
        hold.release();
        assertThat(first.rowGroups().get(20, TimeUnit.SECONDS)).isGreaterThan(3);
        assertThat(second.rowGroups().get(20, TimeUnit.SECONDS))
                .isEqualTo(first.rowGroups().get());
        assertThat(s3.store.log().gets()).isEqualTo(1);
    }

    @Test
    void whoWaitsForAnOpenerThatGivesUpFetchesTheEndItself() throws Exception {
        AnswerGate.Hold hold = s3.store.holdAnswers();
        Opener first = opening("ParquetSource.fetchTrailer");
        Opener second = opening("FooterCache.turn");
        first.thread().interrupt();
        assertThatThrownBy(() -> first.rowGroups().get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
        hold.release();
        assertThat(second.rowGroups().get(20, TimeUnit.SECONDS)).isGreaterThan(3);
    }

    @Test
    void whoWaitsForAnotherOpenerCanBeInterrupted() throws Exception {
        AnswerGate.Hold hold = s3.store.holdAnswers();
        Opener first = opening("ParquetSource.fetchTrailer");
        Opener second = opening("FooterCache.turn");
        second.thread().interrupt();
        assertThatThrownBy(() -> second.rowGroups().get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(InterruptedIOException.class);
        hold.release();
        assertThat(first.rowGroups().get(20, TimeUnit.SECONDS)).isGreaterThan(3);
        assertThat(s3.store.log().gets()).isEqualTo(1);
    }

    @Test
    void aFileThatIsStillOpenHasLeftItsEndForTheNextStream() throws Exception {
        try (ParquetFileReader first = ParquetFileReader.open(onPath(), options(conf, true));
                ParquetFileReader second = ParquetFileReader.open(onPath(), options(conf, true))) {
            assertThat(second.getRowGroups()).hasSameSizeAs(first.getRowGroups());
            assertThat(s3.store.log().gets()).isEqualTo(1);
        }
    }

    @Test
    void aFooterThatWasReadByAStatusWithoutEtagServesAStatusWithOne() throws Exception {
        FileStatus withoutEtag = new FileStatus(status.getLen(), false, 1, 1, 0, status.getPath());
        for (FileStatus known : List.of(withoutEtag, status, status)) {
            ParquetFileReader.open(HadoopInputFile.fromStatus(known, conf), options(conf, true))
                    .close();
        }
        assertThat(s3.store.log().gets()).isEqualTo(1);
        s3.store.put(S3aStore.BUCKET, "rows.parquet", S3aStore.content(1000));
        try (ParquetFileReader reader = ParquetFileReader.open(onPath(), options(conf, true))) {
            assertThatThrownBy(reader::readNextRowGroup).isInstanceOf(IOException.class);
        }
    }

    @Test
    void valuesAreThoseOfTheLocalFileAndNoByteComesTwice() throws Exception {
        MessageType projection = projection("c2", "c3", "c11");
        assertThat(sum(onPath(), options(conf, true), projection)).isEqualTo(expected(projection));
        assertNoByteTwice();
        assertThat(s3.store.log().heads()).isZero();
    }

    @Test
    void serialReadsGiveTheSameValues() throws Exception {
        MessageType projection = projection("c0", "c19");
        assertThat(sum(onPath(), options(conf, false), projection)).isEqualTo(expected(projection));
        assertNoByteTwice();
    }

    @Test
    void theColumnsOfOneRowGroupAreReadAheadFromTheNext() throws Exception {
        try (ParquetFileReader reader = ParquetFileReader.open(onPath(), options(conf, true))) {
            reader.setRequestedSchema(projection("c5"));
            reader.readNextRowGroup().close();
            int expected = 1 + chunksBeforeTheTail(reader, 5);
            awaitGets(expected);
            for (int i = 1; i < reader.getRowGroups().size(); i++) {
                reader.readNextRowGroup().close();
            }
            assertThat(s3.store.log().gets()).isEqualTo(expected);
        }
        assertNoByteTwice();
    }

    private int chunksBeforeTheTail(ParquetFileReader reader, int column) {
        long tail = status.getLen() - VectorIoOptions.defaults().tailBytesFor(status.getLen());
        return (int) reader.getRowGroups().stream()
                .filter(rowGroup -> rowGroup.getColumns().get(column).getStartingPos() < tail)
                .count();
    }

    private void awaitGets(int expected) {
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (s3.store.log().gets() < expected && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(s3.store.log().gets())
                .as("GETs while one row group of several was asked for")
                .isEqualTo(expected);
    }

    @Test
    void readingAllOfTheFileTakesAsFewRequestsAsItsSizeAsksFor() throws Exception {
        assertThat(sum(onPath(), options(conf, true), schema())).isEqualTo(expected(schema()));
        assertNoByteTwice();
        System.out.println("all columns: " + s3.store.log().gets() + " GETs, "
                + s3.store.log().bytesSent() + " bytes of " + status.getLen());
        assertThat(s3.store.log().bytesSent()).isLessThanOrEqualTo(status.getLen());
    }

    @Test
    void narrowColumnsCostFewerBytesThanWithS3asOwnStreamAndNoMoreRequests() throws Exception {
        MessageType projection = projection("c1", "c8");
        sum(onPath(), options(conf, true), projection);
        int gets = s3.store.log().gets();
        long bytes = s3.store.log().bytesSent();
        s3.store.log().clear();
        try (FileSystem classic = s3.classic()) {
            FileStatus same = classic.getFileStatus(status.getPath());
            s3.store.log().clear();
            Configuration stock = new Configuration(s3.configuration());
            stock.set("fs.s3a.input.stream.type", "classic");
            stock.set("fs.s3a.impl.disable.cache", "true");
            sum(HadoopInputFile.fromStatus(same, stock), options(stock, true), projection);
        }
        System.out.println("2 of 20 columns: vector-io " + gets + " GETs " + bytes + " bytes, classic "
                + s3.store.log().gets() + " GETs " + s3.store.log().bytesSent() + " bytes");
        assertThat(gets).isLessThanOrEqualTo(s3.store.log().gets());
    }
}
