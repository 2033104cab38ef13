package dev.vectorio.parquet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.KnownObject;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.InMemoryBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cases of {@code docs/reliability.md} that are about Parquet files and their readers. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ParquetCasesTest {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    @Test
    @DisplayName("B12 a store that fails in the middle of a vectored read is an IOException, and no page comes twice")
    void aFailureWhileRangesAreSubmittedIsNotReadAgain() throws IOException {
        byte[] file = TestFiles.rows(6_000);
        ParquetReadOptions filtered = ParquetReadOptions.builder()
                .withUseHadoopVectoredIo(true)
                .withRecordFilter(FilterCompat.get(FilterApi.or(
                        FilterApi.eq(FilterApi.longColumn("id"), 10L),
                        FilterApi.eq(FilterApi.longColumn("id"), 1_010L))))
                .build();
        List<String> expected = Values.expected(file, TestFiles.projection("id", "c3"), filtered);
        AtomicLong failing = new AtomicLong(Long.MAX_VALUE);
        AtomicLong gets = new AtomicLong();
        try (InMemoryBackend store = InMemoryBackend.create();
                FaultInjectingBackend backend = new FaultInjectingBackend(
                        store,
                        (number, request) -> gets.incrementAndGet() == failing.get()
                                ? Optional.of(new Fault.ThrowFromGet(() -> new UnsupportedOperationException("no")))
                                : Optional.empty());
                VectorIo io = VectorIo.builder()
                        .options(VectorIoOptions.defaults()
                                .withWholeObjectBytes(0)
                                .withMaxGapBytes(-1)
                                .withTailBytes(1_000))
                        .backend("mem", backend)
                        .build()) {
            store.put(TestStore.LOCATION, file);
            KnownObject known = KnownObject.at(TestStore.LOCATION).withLength(file.length);
            int failures = 0;
            for (int nth = 1; nth <= 12; nth++) {
                gets.set(0);
                failing.set(nth);
                try {
                    ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(io, known), filtered);
                    assertThat(Values.of(reader, TestFiles.projection("id", "c3"), filtered))
                            .isEqualTo(expected);
                } catch (IOException failed) {
                    failures++;
                }
                failing.set(Long.MAX_VALUE);
                ParquetFileReader fresh = ParquetFileReader.open(new VectorIoInputFile(io, known), filtered);
                assertThat(Values.of(fresh, TestFiles.projection("id", "c3"), filtered))
                        .as("a fresh reader after GET %d failed", nth)
                        .isEqualTo(expected);
            }
            assertThat(failures).isPositive();
            assertThat(io.load().budgetedBytes()).isZero();
        }
    }

    @Test
    @DisplayName("B38 the binding uses no Hadoop class and no private helper of parquet-java for vectored reads")
    void theBindingUsesNoPrivateHelpers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", "org.apache.parquet.hadoop.util.wrapped..")
                .because("both change between versions without notice")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.vectorio.parquet"));
    }

    @ParameterizedTest
    @DisplayName("B40 B61 a footer that cannot lie in its file is refused by name, before anything is allocated for it")
    @CsvSource({"12, 2900000000", "12, 0", "100000, 99989", "100000, 4294967295", "5000000, 4999989"})
    void aFooterThatCannotLieInItsFileIsRefused(int length, long footer) {
        byte[] content = new byte[length];
        ByteBuffer trailer = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        trailer.put(0, MAGIC).putInt(length - 8, (int) footer).put(length - 4, MAGIC);
        try (TestStore store = TestStore.ranged(content)) {
            assertThatThrownBy(() -> VectorIoParquet.open(
                            store.io,
                            store.known(),
                            ParquetReadOptions.builder().build(),
                            Optional.empty()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll(TestStore.LOCATION.toString(), "footer", "" + footer, "" + length);
            assertThat(store.gets()).as("GETs: the tail alone").isEqualTo(1);
            assertThat(store.io.load().peakBudgetedBytes())
                    .as("the tail, and the trailer's copy")
                    .isLessThanOrEqualTo(Math.min(length, 64 << 10) + ParquetLayout.TRAILER_LENGTH);
        }
    }
}
