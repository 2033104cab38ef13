package dev.vectorio.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.ByteRange;
import dev.vectorio.perf.WorkloadStore.Outcome;
import dev.vectorio.perf.store.LoggedRequest;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.Prediction;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.plan.StoreProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests, bytes and rounds of every workload, from the store's own log. No time is judged here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkloadCountsTest {
    /** All GETs of a workload, the tail among them; nothing but the plan decides them. */
    private static final Map<String, Integer> GETS = Map.of(
            "small", 1,
            "small, length unknown", 1,
            "200 small, 16 readers", 200,
            "200 small, announced, 1 reader", 200,
            "mid, all", 10,
            "big, 3 columns", 25,
            "big, 50 alternate columns", 17,
            "paged, 1 % of rows", 21,
            "footer larger than the tail", 14);

    private final Catalog catalog = new Catalog(Path.of("target", "files"));
    private List<Workload> workloads = List.of();
    private WorkloadStore store = new WorkloadStore(List.of());

    @BeforeAll
    void stage() throws IOException {
        store.close();
        workloads = catalog.all();
        store = new WorkloadStore(workloads);
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
        check(workload, outcome);
        assertThat(outcome.values()).as("values").isEqualTo(workload.decodeLocally());
        assertThat(outcome.stats().rounds()).as("rounds").isLessThanOrEqualTo(mostRounds(workload));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void valuesThroughAPlainInputFileTakeTheSameRequests(Workload workload) throws Exception {
        Outcome outcome = store.read(workload::decodePlainly);
        check(workload, outcome);
        assertThat(outcome.values()).as("values").isEqualTo(workload.decodeLocally());
        assertThat(outcome.stats().rounds())
                .as("rounds")
                .isLessThanOrEqualTo(workload.goal().counts().mostRoundsPlainly());
    }

    private static int mostRounds(Workload workload) {
        return workload.goal().counts().mostRounds();
    }

    private static void check(Workload workload, Outcome outcome) {
        assertThat(workload.goal().counts().violations(outcome.log())).isEmpty();
        assertThat(outcome.log().gets()).as("GETs").isEqualTo(GETS.get(workload.name()));
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

    @Test
    void anUnknownLengthCostsNoRequest() throws Exception {
        Selection known = catalog.bigThreeColumns().selections().get(0);
        Selection unknown = new Selection(known.file(), false, known.columns(), known.filter(), known.rounds());
        Outcome outcome = store.read(io -> Reading.decode(io, unknown));
        assertThat(outcome.log().gets()).isEqualTo(25);
        assertThat(outcome.log().heads()).isZero();
        assertThat(outcome.stats().rounds()).isLessThanOrEqualTo(2);
    }

    @Test
    void whatThePlanSaysIsWhatTheStoreSees() throws Exception {
        for (Workload workload : workloads) {
            Selection selection = workload.selections().get(0);
            List<Prediction> predicted = new ArrayList<>();
            store.read(io -> {
                predicted.add(Prediction.of(io, selection, StoreProfile.s3()));
                return ValueTotals.NONE;
            });
            Outcome outcome = store.read(io -> Reading.decode(io, selection));
            assertThat(outcome.log().gets())
                    .as("GETs of %s", workload.name())
                    .isEqualTo(predicted.get(0).gets());
            assertThat(outcome.log().bytes())
                    .as("bytes of %s", workload.name())
                    .isEqualTo(predicted.get(0).bytes());
        }
    }
}
