package dev.vectorio.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes taken for a file: trailer, footer, indexes and pages. */
@Timeout(300) // Jazzer's own start is in it; a run of the fuzzer gives each input 20 s
class ParquetFileFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(SmallFile.bytes());
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void endsInValuesOrInATypedErrorWithinTheFilesLength(byte[] data) {
        FileReads.endInValuesOrATypedError(data);
    }
}
