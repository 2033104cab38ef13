package dev.vectorio.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ParquetPlan;
import dev.vectorio.perf.WorkloadStore.Outcome;
import dev.vectorio.perf.store.LoggedRequest;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.PlannedGets;
import dev.vectorio.perf.workload.Prediction;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.perf.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests, bytes and rounds of every workload on one kind of store, from its own log. No time is judged here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WorkloadCounts {
    /** Row groups that are decoded one after another are fetched by shorter requests, where they are long enough. */
    private static final Map<String, Integer> GETS_PLANNED_AT_ONCE = Map.of("big, 50 alternate columns", 129);

    /** What the files hold, by workload; the same for all stores. */
    private static final Map<String, ValueTotals> LOCAL = new HashMap<>();

    private final StoreKind kind;
    private final Catalog catalog;
    private List<Workload> workloads = List.of();
    private WorkloadStore store;

    WorkloadCounts(StoreKind kind) {
        this.kind = kind;
        catalog = new Catalog(Path.of("target", "files"), kind);
        store = new WorkloadStore(kind, List.of());
    }

    @BeforeAll
    void stage() throws IOException {
        store.close();
        workloads = catalog.all();
        store = new WorkloadStore(kind, workloads);
    }

    @AfterAll
    void close() {
        store.close();
    }

    Stream<Workload> workloads() {
        return workloads.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void rawRangesTakeThePlannedRequests(Workload workload) throws Exception {
        Outcome outcome = store.read(io -> {
            workload.fetch(io);
            return ValueTotals.NONE;
        });
        check(workload, outcome);
        assertThat(outcome.stats().rounds()).as("rounds").isLessThanOrEqualTo(mostRounds(workload));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void valuesPlannedAtOnceTakeTheSameRequests(Workload workload) throws Exception {
        Outcome outcome = store.read(workload::decode);
        check(workload, outcome, GETS_PLANNED_AT_ONCE.getOrDefault(workload.name(), PlannedGets.of(workload)));
        assertThat(outcome.values()).as("values").isEqualTo(local(workload));
        assertThat(outcome.stats().rounds()).as("rounds").isLessThanOrEqualTo(mostRounds(workload));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void valuesThroughAPlainInputFileTakeTheSameRequests(Workload workload) throws Exception {
        Outcome outcome = store.read(workload::decodePlainly);
        check(workload, outcome);
        assertThat(outcome.values()).as("values").isEqualTo(local(workload));
        assertThat(outcome.stats().rounds())
                .as("rounds")
                .isLessThanOrEqualTo(workload.goal().counts().mostRoundsPlainly());
    }

    private static ValueTotals local(Workload workload) throws IOException {
        ValueTotals known = LOCAL.get(workload.name());
        if (known == null) {
            known = workload.decodeLocally();
            LOCAL.put(workload.name(), known);
        }
        return known;
    }

    private static int mostRounds(Workload workload) {
        return workload.goal().counts().mostRounds();
    }

    private static void check(Workload workload, Outcome outcome) {
        check(workload, outcome, PlannedGets.of(workload));
    }

    private static void check(Workload workload, Outcome outcome, int gets) {
        assertThat(workload.goal().counts().violations(outcome.log())).isEmpty();
        assertThat(outcome.log().gets()).as("GETs").isEqualTo(gets);
        assertThat(outcome.stats().retriedBytes()).as("bytes retried").isZero();
        assertThat(outcome.stats().gets())
                .as("GETs as the library counts them")
                .isEqualTo(outcome.log().gets());
        assertThat(outcome.stats().fetchedBytes())
                .as("bytes as the library counts them")
                .isEqualTo(outcome.log().bytes());
        assertNoByteTwice(workload, outcome);
    }

    private static void assertNoByteTwice(Workload workload, Outcome outcome) {
        for (Selection selection : workload.selections()) {
            assertNoByteTwice(selection, outcome);
        }
    }

    private static void assertNoByteTwice(Selection selection, Outcome outcome) {
        List<ByteRange> ranges = new ArrayList<>();
        for (LoggedRequest request : outcome.log().requests()) {
            if (request.key().equals(selection.file().key())) {
                ranges.add(range(request, selection.file().length()));
            }
        }
        ranges.sort(null);
        for (int i = 1; i < ranges.size(); i++) {
            assertThat(ranges.get(i).offset())
                    .as("%s: fetched twice", ranges)
                    .isGreaterThanOrEqualTo(ranges.get(i - 1).end());
        }
    }

    private static ByteRange range(LoggedRequest request, long length) {
        String[] ends = request.range().substring("bytes=".length()).split("-", 2);
        if (ends[0].isEmpty()) {
            return ByteRange.between(Math.max(0, length - Long.parseLong(ends[1])), length);
        }
        return ByteRange.between(Long.parseLong(ends[0]), Long.parseLong(ends[1]) + 1);
    }

    @Test
    void aFooterLargerThanTheTailFetchesOnlyItsMissingHead() throws Exception {
        Workload workload = catalog.largeFooter();
        Selection selection = workload.selections().get(0);
        long length = selection.file().length();
        long tail = VectorIoOptions.defaults().tailBytesFor(length);
        Outcome outcome = store.read(workload::decode);
        List<ByteRange> ranges = outcome.log().requests().stream()
                .map(request -> range(request, length))
                .toList();
        assertThat(ranges.get(0)).as("the tail").isEqualTo(ByteRange.between(length - tail, length));
        assertThat(ranges.get(1))
                .as("the missing head")
                .isEqualTo(ByteRange.between(selection.file().footerOffset(), length - tail));
        assertThat(ranges.stream().skip(2))
                .as("data")
                .allMatch(range -> range.end() <= selection.file().footerOffset());
    }

    @Test
    void theGetsOfOneRowGroupAreInFlightTogether() throws Exception {
        Outcome outcome = store.read(catalog.mid()::decode);
        assertThat(outcome.stats().maxInFlight()).isBetween(8L, 10L);
    }

    /** 24 column chunks far apart of a file of 400 MB. */
    @Test
    void threeColumnsTakeOneRoundBehindTheFooterAndLittleMoreThanTheirBytes() throws Exception {
        Outcome outcome = store.read(catalog.bigThreeColumns()::decode);
        assertThat(outcome.log().gets()).as("tail and chunks").isEqualTo(1 + 24);
        assertThat(outcome.log().bytes()).as("bytes").isLessThanOrEqualTo(4_800_000);
        assertThat(outcome.stats().rounds()).as("tail and one more").isEqualTo(2);
    }

    /** Where there are no suffix ranges, the first GET brings the length and not the end: one more, and a round. */
    @Test
    void anUnknownLengthCostsARequestOnlyWithoutSuffixRanges() throws Exception {
        int more = store.suffixRanges() ? 0 : 1;
        Selection known = catalog.bigThreeColumns().selections().get(0);
        Selection unknown = new Selection(known.file(), false, known.columns(), known.filter(), known.rounds());
        Outcome outcome = store.read(io -> Reading.decode(io, unknown));
        assertThat(outcome.log().gets()).isEqualTo(1 + 24 + more);
        assertThat(outcome.log().heads() + outcome.log().others()).isZero();
        assertThat(outcome.stats().rounds()).isEqualTo(2 + more);
        assertThat(outcome.log().bytes())
                .as("bytes, with a first request that does not know how large the file is")
                .isLessThanOrEqualTo(4_800_000 + VectorIoOptions.defaults().unknownLengthFirstBytes());
        assertNoByteTwice(known, outcome);
    }

    /**
     * Without suffix ranges the first GET says nothing of the footer; a tail as long as the first request elsewhere makes up
     * for it.
     */
    @Test
    void footerLongerThanTheTailCostsTwoRequestsMoreOnlyWithoutSuffixRanges() throws Exception {
        int front = store.suffixRanges() ? 0 : 1;
        Selection known = catalog.bigThreeColumns().selections().get(0);
        Selection unknown = new Selection(known.file(), false, known.columns(), known.filter(), known.rounds());
        assertThat(known.file().footerBytes()).isBetween(64L << 10, 1L << 20);
        VectorIoOptions options = VectorIoOptions.defaults();
        Outcome shortTail = store.read(options.withTailBytes(64 << 10), io -> Reading.decode(io, unknown));
        assertThat(shortTail.log().gets())
                .as("the last 1 MiB, or front, tail and the rest of the footer")
                .isEqualTo(1 + 24 + 2 * front);
        Outcome longTail = store.read(options.withTailBytes(1 << 20), io -> Reading.decode(io, unknown));
        assertThat(longTail.log().gets()).as("tail-bytes=1M").isEqualTo(1 + 24 + front);
    }

    @Test
    @DisplayName("B06 the counts of the plan and of the library are those of the store's log")
    void whatThePlanSaysIsWhatTheStoreSees() throws Exception {
        for (Workload workload : workloads) {
            Selection selection = workload.selections().get(0);
            List<Prediction> predicted = new ArrayList<>();
            List<ParquetPlan> plans = new ArrayList<>();
            store.read(io -> {
                predicted.add(Prediction.of(io, selection, kind.profile()));
                plans.add(Reading.plan(io, selection));
                return ValueTotals.NONE;
            });
            Outcome raw = store.read(io -> {
                Reading.fetch(io, selection);
                return ValueTotals.NONE;
            });
            assertSame(
                    "raw ranges of " + workload.name(),
                    raw,
                    predicted.get(0).gets(),
                    predicted.get(0).bytes());
            Outcome values = store.read(io -> Reading.decode(io, selection));
            assertSame(
                    "values of " + workload.name(),
                    values,
                    plans.get(0).gets(),
                    plans.get(0).fetchedBytes());
        }
    }

    private static void assertSame(String what, Outcome outcome, long gets, long bytes) {
        assertThat(outcome.log().gets()).as("GETs for %s", what).isEqualTo((int) gets);
        assertThat(outcome.log().bytes()).as("bytes for %s", what).isEqualTo(bytes);
    }
}
