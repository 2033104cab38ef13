package dev.vectorio.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in the place of column and offset indexes, in a file that is right but for them. */
@Timeout(300) // Jazzer's own start is in it; a run of the fuzzer gives each input 20 s
class PageIndexFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(SmallFile.pageIndexes());
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void endsInValuesOrInATypedErrorWithinTheFilesLength(byte[] data) {
        FileReads.endInValuesOrATypedError(SmallFile.withPageIndexes(data));
    }
}
