package dev.vectorio.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.heap.SmallHeap;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Row groups larger than the budget, in a JVM with a small heap: no hang, no lack of memory, the bound kept. */
@Tag("full")
final class SmallHeapTest {
    private static final int MIB = 1 << 20;
    private static final long CHUNK_BYTES = 8 * MIB + 64 * 1024;
    /** parquet-java asks for chunks that touch as one range. */
    private static final long ROW_GROUP_BYTES = 16 * CHUNK_BYTES;

    private static final Path FILES = Path.of("target", "files");

    private final StoreProcess store;
    private final List<Selection> selections;

    SmallHeapTest() throws IOException {
        store = StoreProcess.start();
        selections = new Catalog(FILES).largeRowGroups(4);
        for (Selection selection : selections) {
            store.putFile(selection.file().key(), selection.file().path());
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void rawRangesNeedAHeapOf256MiB() throws Exception {
        String[] printed = run(256, "ranges");
        assertThat(Long.parseLong(printed[0]))
                .as("bytes in the budget")
                .isLessThanOrEqualTo(SmallHeap.BUDGET_BYTES + CHUNK_BYTES);
    }

    @Test
    void valuesNeedAHeapOfFourRowGroupsTheBudgetAnd128MiB() throws Exception {
        String[] printed = run(4 * 128 + 64 + 128, "values");
        ValueTotals local = ValueTotals.NONE;
        for (Selection selection : selections) {
            local = local.plus(Reading.decodeLocally(selection));
        }
        assertThat(printed[1] + " " + printed[2]).isEqualTo(local.rows() + " " + local.checksumText());
        assertThat(Long.parseLong(printed[0]))
                .as("bytes in the budget")
                .isLessThanOrEqualTo(SmallHeap.BUDGET_BYTES + ROW_GROUP_BYTES);
    }

    /** The words of the one line that the child prints. */
    private String[] run(int heapMiB, String what) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMiB + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeap.class.getName(),
                        store.endpoint().toString(),
                        FILES.toString(),
                        what)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("ended in time").isTrue();
            String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.exitValue()).as("exit code; printed: %s", line).isZero();
            return line.split(" ", -1);
        } finally {
            process.destroyForcibly();
        }
    }
}
