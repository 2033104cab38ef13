package dev.vectorio.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in the place of a footer, behind real pages and before a trailer that is true to them. */
@Timeout(300) // Jazzer's own start is in it; a run of the fuzzer gives each input 20 s
class FooterFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(SmallFile.footer());
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void endsInValuesOrInATypedErrorWithinTheFilesLength(byte[] data) {
        FileReads.endInValuesOrATypedError(SmallFile.withFooter(data));
    }
}
