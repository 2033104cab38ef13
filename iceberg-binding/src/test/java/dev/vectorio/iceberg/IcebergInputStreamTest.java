package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the streams promise, on any bytes. */
@Timeout(60)
class IcebergInputStreamTest {
    private static final String LARGE = "s3://lake/t/large";
    private static final String SMALL = "s3://lake/t/small";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final byte[] large = new byte[9 << 20];
    private final byte[] small = new byte[100_000];
    private final List<VectorIoFileIO> opened = new ArrayList<>();

    IcebergInputStreamTest() {
        Random random = new Random(3);
        random.nextBytes(large);
        random.nextBytes(small);
        store.put("lake", "t/large", large);
        store.put("lake", "t/small", small);
    }

    @AfterEach
    void close() {
        opened.forEach(VectorIoFileIO::close);
        store.close();
    }

    private VectorIoFileIO io(String... more) {
        Map<String, String> properties = new HashMap<>(Lake.s3(store));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        VectorIoFileIO io = new VectorIoFileIO();
        io.initialize(properties);
        opened.add(io);
        return io;
    }

    private static FileRange range(long offset, int length) {
        return new FileRange(new CompletableFuture<>(), offset, length);
    }

    private static byte[] bytesOf(FileRange range) throws Exception {
        ByteBuffer buffer = range.byteBuffer().get(20, TimeUnit.SECONDS);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private void assertRanges(IntFunction<ByteBuffer> allocate) throws Exception {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 7; i >= 0; i--) {
            ranges.add(range(i * 1_100_000L + 13, 40_000 + i));
        }
        try (SeekableInputStream in = io().newInputFile(LARGE, large.length).newStream()) {
            ((RangeReadable) in).readVectored(ranges, allocate);
            for (FileRange range : ranges) {
                int from = Math.toIntExact(range.offset());
                assertThat(bytesOf(range)).isEqualTo(Arrays.copyOfRange(large, from, from + range.length()));
            }
            assertThat(in.getPos()).isZero();
        }
        assertThat(store.log().heads()).isZero();
        assertThat(store.log().gets()).isEqualTo(8);
    }

    @Test
    void rangesArriveInHeapBuffers() throws Exception {
        assertRanges(ByteBuffer::allocate);
    }

    @Test
    void rangesArriveInDirectBuffers() throws Exception {
        assertRanges(ByteBuffer::allocateDirect);
    }

    @Test
    void rangesArriveInSlicesOfLargerArrays() throws Exception {
        assertRanges(length -> ByteBuffer.allocate(length + 50).position(17).slice());
    }

    @Test
    void rangesThatShareBytesAreRefusedBeforeAnyRequest() throws IOException {
        try (SeekableInputStream in = io().newInputFile(LARGE, large.length).newStream()) {
            assertThatThrownBy(() -> ((RangeReadable) in)
                            .readVectored(List.of(range(0, 100), range(99, 10)), ByteBuffer::allocate))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(store.log().arrived()).isZero();
    }

    @Test
    void aStreamReadsSeeksAndSkips() throws IOException {
        try (SeekableInputStream in = io().newInputFile(LARGE, large.length).newStream()) {
            assertThat(in.read()).isEqualTo(large[0] & 0xFF);
            in.seek(5_000_000);
            byte[] bytes = new byte[200_000];
            assertThat(in.read(bytes)).isEqualTo(bytes.length);
            assertThat(bytes).isEqualTo(Arrays.copyOfRange(large, 5_000_000, 5_200_000));
            assertThat(in.getPos()).isEqualTo(5_200_000);
            assertThat(in.skip(10)).isEqualTo(10);
            assertThat(in.read()).isEqualTo(large[5_200_010] & 0xFF);
            in.seek(large.length);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read(bytes)).isEqualTo(-1);
            assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theWholeFileIsReadFromFrontToBack() throws IOException {
        try (SeekableInputStream in = io().newInputFile(LARGE).newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(large);
        }
        assertThat(store.log().heads()).isZero();
    }

    @Test
    void tailsAndPositionsAreReadWithoutMovingTheStream() throws IOException {
        try (IcebergInputStream in = stream(io().newInputFile(LARGE, large.length))) {
            byte[] bytes = new byte[300];
            assertThat(in.readTail(bytes, 100, 200)).isEqualTo(200);
            assertThat(Arrays.copyOfRange(bytes, 100, 300))
                    .isEqualTo(Arrays.copyOfRange(large, large.length - 200, large.length));
            assertThat(Arrays.copyOf(bytes, 100)).containsOnly(0);
            in.readFully(1_000_000, bytes);
            assertThat(bytes).isEqualTo(Arrays.copyOfRange(large, 1_000_000, 1_000_300));
            assertThat(in.getPos()).isZero();
            assertThatThrownBy(() -> in.readFully(large.length - 10, bytes)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aTailLongerThanTheFileIsTheFile() throws IOException {
        try (IcebergInputStream in = stream(io().newInputFile(SMALL))) {
            byte[] bytes = new byte[small.length + 9];
            assertThat(in.readTail(bytes)).isEqualTo(small.length);
            assertThat(Arrays.copyOf(bytes, small.length)).isEqualTo(small);
        }
    }

    private static IcebergInputStream stream(InputFile file) {
        return (IcebergInputStream) file.newStream();
    }

    @Test
    void aSmallFileCostsOneGetWithAndWithoutItsLength() throws IOException {
        VectorIoFileIO io = io();
        try (SeekableInputStream in = io.newInputFile(SMALL, small.length).newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(small);
        }
        assertThat(store.log().arrived()).isEqualTo(1);
        try (SeekableInputStream in = io.newInputFile(SMALL).newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(small);
        }
        assertThat(store.log().arrived()).isEqualTo(2);
        assertThat(store.log().gets()).isEqualTo(2);
    }

    @Test
    void aRecordedLengthIsAskedOfNobody() {
        assertThat(io().newInputFile(SMALL, small.length).getLength()).isEqualTo(small.length);
        assertThat(store.log().arrived()).isZero();
    }

    @Test
    void anUnknownLengthCostsOneGetAndNoHead() {
        InputFile file = io().newInputFile(LARGE, -1);
        assertThat(file.getLength()).isEqualTo(large.length);
        assertThat(file.getLength()).isEqualTo(large.length);
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(store.log().heads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1_000, 1_000, 20_000_000, -90_000})
    void aStaleLengthIsSurvived(int off) throws IOException {
        InputFile file = io().newInputFile(SMALL, small.length + off);
        try (SeekableInputStream in = file.newStream()) {
            assertThat(file.getLength()).isEqualTo(small.length);
            assertThat(in.readAllBytes()).isEqualTo(small);
        }
        InputFile big = io().newInputFile(LARGE, large.length + off);
        try (SeekableInputStream in = big.newStream()) {
            assertThat(big.getLength()).isEqualTo(large.length);
            assertThat(in.readAllBytes()).isEqualTo(large);
        }
        assertThat(store.log().heads()).isZero();
    }

    @Test
    void aStaleLengthIsRefusedWithBothNumbersIfThatIsWished() throws IOException {
        InputFile file = io("vectorio.length-mismatch", "fail").newInputFile(SMALL, small.length - 1_000);
        try (SeekableInputStream in = file.newStream()) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("100000")
                    .hasMessageContaining("99000");
        }
    }

    @Test
    void aMissingObjectIsWhatIcebergCallsIt() throws Exception {
        VectorIoFileIO io = io();
        try (SeekableInputStream in =
                io.newInputFile("s3://lake/none", 5_000_000).newStream()) {
            assertThatThrownBy(in::read)
                    .isInstanceOf(NotFoundException.class)
                    .hasMessageContaining("s3://lake/none")
                    .hasCauseInstanceOf(ObjectReadException.class);
            FileRange wanted = range(7, 70);
            ((RangeReadable) in).readVectored(List.of(wanted), ByteBuffer::allocate);
            assertThatThrownBy(() -> wanted.byteBuffer().get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(NotFoundException.class);
        }
        assertThatThrownBy(() -> io.newInputFile("s3://lake/none").getLength()).isInstanceOf(NotFoundException.class);
        assertThat(io.newInputFile("s3://lake/none").exists()).isFalse();
        assertThat(io.newInputFile(SMALL).exists()).isTrue();
    }

    @Test
    void aDeniedObjectIsAnAccessDeniedException() throws IOException {
        store.bucket("lake").deny("t/small");
        try (SeekableInputStream in = io().newInputFile(SMALL, small.length).newStream()) {
            assertThatThrownBy(in::read)
                    .isInstanceOf(AccessDeniedException.class)
                    .hasCauseInstanceOf(ObjectReadException.class);
        }
    }

    @Test
    void queriesAndFragmentsAreNoPartOfTheKeyAsForS3FileIo() throws IOException {
        try (SeekableInputStream in = io().newInputFile(SMALL + "?x=1#y").newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(small);
        }
    }

    @Test
    void aClosedStreamReadsNothing() throws IOException {
        SeekableInputStream in = io().newInputFile(SMALL).newStream();
        in.close();
        in.close();
        assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
    }

    @Test
    void readsAreCountedUnderTheSchemeThatIcebergCountsThemUnder() throws IOException {
        long bytes = statistic("bytesRead");
        long operations = statistic("readOps");
        try (SeekableInputStream in = io().newInputFile(SMALL, small.length).newStream()) {
            assertThat(in.readAllBytes()).hasSize(small.length);
        }
        assertThat(statistic("bytesRead") - bytes).isEqualTo(small.length);
        assertThat(statistic("readOps")).isGreaterThan(operations);
    }

    private static long statistic(String name) {
        StorageStatistics ofS3 = GlobalStorageStatistics.INSTANCE.get("s3");
        return ofS3 == null ? 0 : Objects.requireNonNullElse(ofS3.getLong(name), 0L);
    }
}
