package dev.vectorio.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.testkit.LedgerAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any head and body as the answer to a read of two ranges: two bytes for the status, two for the length that it names, the
 * rest, up to a line's end, is {@code Content-Range}, and what is behind that the body.
 */
@Timeout(300) // Jazzer's own start is in it; a run of the fuzzer gives each input 20 s
class ContentRangeFuzzTest {
    private static final ObjectLocation LOCATION = ObjectLocation.parse("fuzz://bucket/object");
    private static final List<ByteRange> RANGES = List.of(ByteRange.of(10, 20), ByteRange.of(50, 40));
    private static final VectorIoOptions OPTIONS = VectorIoOptions.defaults()
            .withWholeObjectBytes(0)
            .withRetry(new RetryPolicy(2, Duration.ofNanos(1), Duration.ofNanos(1)));

    private static final String STATUS_AND_LENGTH = new String(new char[] {0, 206, 0, 80});

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "bytes 10-89/9000\n" + "x".repeat(80),
                        "bytes 10-89/*\n" + "x".repeat(80),
                        "bytes */9000\n",
                        "bytes 0-8999/9000\n" + "x".repeat(300),
                        "bytes 11-89/9000\n" + "x".repeat(79),
                        "bytes 89-10/9000\n" + "x".repeat(80),
                        "bytes 10-89/50\n" + "x".repeat(80),
                        "bytes 10-9223372036854775807/*\n" + "x".repeat(80),
                        "bytes 10-99999999999999999999/99999999999999999999\n" + "x".repeat(80),
                        "bytes */99999999999999999999\n")
                .map(text -> (STATUS_AND_LENGTH + text).getBytes(StandardCharsets.ISO_8859_1));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void everyRangeEndsInItsBytesOrInATypedError(byte[] data) throws IOException {
        FuzzedAnswer answer = FuzzedAnswer.of(data);
        ContentRange.parse(answer.header()).flatMap(ContentRange::range).ifPresent(range -> {
            assertThat(range.isEmpty()).isFalse();
            assertThat(range.offset()).isNotNegative();
        });
        LedgerAllocator books = LedgerAllocator.heap();
        ReadOptions into = ReadOptions.defaults().withAllocator(books);
        try (VectorIo io = VectorIo.builder()
                        .options(OPTIONS)
                        .backend("fuzz", new FuzzedBackend(answer))
                        .build();
                RangeReader reader = io.open(KnownObject.at(LOCATION));
                VectoredRead read = reader.readVectored(RANGES, into)) {
            for (int i = 0; i < RANGES.size(); i++) {
                try (RangeResult result = read.await(i)) {
                    ByteRange range = RANGES.get(i);
                    assertThat(result.buffer().remaining()).isEqualTo((int) range.length());
                    answer.requireHolds(range, result.buffer());
                } catch (ObjectReadException typed) {
                    // that is what is promised
                }
            }
        }
        assertThat(books.largestAllocation()).isLessThanOrEqualTo(40);
        books.assertEmpty();
    }
}
