package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vectorio.cli.files.ColumnKind;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.timing.TimingModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainCommandTest {
    private final TestStore store = new TestStore();
    private final Path folder;

    ExplainCommandTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @BeforeAll
    void write() throws Exception {
        for (var file : List.of(
                WorkloadFiles.small(),
                WorkloadFiles.mid().scaled(0.5),
                WorkloadFiles.wide(),
                new WorkloadFile("eight", Collections.nCopies(4, ColumnKind.DOUBLE), 75_000, 9_375, 20_000, 1),
                WorkloadFiles.largeFooter())) {
            Path path = folder.resolve(file.name());
            file.write(path);
            store.put(path);
        }
    }

    @AfterAll
    void close() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "small",
                "small --length LENGTH",
                "mid",
                "mid --length LENGTH",
                "mid --length 37000000",
                "mid --columns c003,c020,c021,c050",
                "mid --set vectorio.max-request-bytes=1MiB --set vectorio.max-gap-bytes=0",
                "wide",
                "wide --columns c010,c011,c013,c060,c061,c063",
                "wide --columns c000,c002,c004,c006,c008,c010 --set vectorio.max-gap-bytes=-1",
                "wide --columns c100,c199 --row-groups 3-4,11",
                "large-footer --columns c000,c500",
                "large-footer --length LENGTH --columns c999",
                "eight --set vectorio.memory-budget-bytes=2MiB --set vectorio.prefetch.budget-share=0",
                "mid --set vectorio.prefetch.budget-share=0",
                "mid --set vectorio.enabled=false",
                "wide --set vectorio.enabled=false --columns c000,c100 --row-groups 1-2",
                "mid --set vectorio.enabled=false --set vectorio.max-request-bytes=1MiB"
            })
    void predictsTheRequestsAndBytesOfTheReadExactly(String line) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        String key = arguments.remove(0);
        arguments.replaceAll(argument -> argument.equals("LENGTH") ? length(key) : argument);
        arguments.add("--json");
        JsonNode plan =
                store.run("explain", key, arguments.toArray(new String[0])).json();
        assertThat(store.log().gets()).isEqualTo(plan.get("requests.tail").asInt());
        assertThat(store.log().heads()).isZero();
        assertThat(store.log().bytesSent()).isEqualTo(plan.get("bytes.tail").asLong());

        JsonNode read = store.run("read", key, arguments.toArray(new String[0])).json();
        assertThat(store.log().gets()).isEqualTo(plan.get("requests.get").asInt());
        assertThat(store.log().heads()).isZero();
        assertThat(store.log().bytesSent()).isEqualTo(plan.get("bytes.fetched").asLong());
        assertThat(read.get("bytes.need").asLong())
                .isEqualTo(plan.get("bytes.need").asLong());
        assertThat(read.get("rounds")).isEqualTo(plan.get("rounds"));
        assertThat(plan.get("exact").asBoolean()).isTrue();
    }

    /** An object that memory cannot keep whole is not fetched whole for each of its row groups. */
    @ParameterizedTest
    @ValueSource(strings = {"100K", "500K", "1MiB", "2MiB", "4MiB", "6MiB"})
    void smallFilesAreFetchedOnceHoweverSmallTheBudget(String budget) throws Exception {
        String[] arguments = {
            "--json",
            "--set",
            "vectorio.memory-budget-bytes=" + budget,
            "--set",
            "vectorio.unknown-length-first-bytes=4K"
        };
        JsonNode plan = store.run("explain", "eight", arguments).json();
        JsonNode read = store.run("read", "eight", arguments).json();
        String asked = "budget " + budget + ": " + plan + " " + read;
        assertThat(read.get("amplification").asDouble()).as(asked).isLessThan(1.01);
        assertThat(plan.get("amplification").asDouble()).as(asked).isLessThan(1.01);
        if (plan.get("exact").asBoolean()) {
            assertThat(read.get("requests.get")).as(asked).isEqualTo(plan.get("requests.get"));
            assertThat(read.get("bytes.fetched")).as(asked).isEqualTo(plan.get("bytes.fetched"));
        }
    }

    /**
     * The first request for an object of unknown length takes half of the budget at most. What it brings stays, unless row
     * groups need its memory; then that much comes twice.
     */
    @ParameterizedTest
    @CsvSource({
        "small,512K,2",
        "small,1MiB,2",
        "small,2MiB,1",
        "eight,512K,9",
        "eight,1MiB,9",
        "eight,2MiB,3",
        "eight,4MiB,3"
    })
    void aFirstRequestUnderASmallBudgetComesTwiceAtMost(String key, String budget, int gets) throws Exception {
        String[] arguments = {"--json", "--set", "vectorio.memory-budget-bytes=" + budget};
        JsonNode read = store.run("read", key, arguments).json();
        assertThat(read.get("bytes.fetched").asLong())
                .as("%s", read)
                .isLessThanOrEqualTo(read.get("bytes.need").asLong() + (512 << 10) + 4096);
        assertThat(read.get("requests.get").asInt()).as("%s", read).isEqualTo(gets);
    }

    @Test
    void aRefusedRequestCostsItsTimeToo() throws Exception {
        String[] fixed = {"--json", "--first-byte-ms", "100", "--connection-mbps", "1000", "--total-mbps", "1000"};
        List<String> tooLong = new ArrayList<>(List.of(fixed));
        tooLong.addAll(List.of("--length", "900000000"));
        JsonNode plain = store.run("explain", "mid", fixed).json();
        JsonNode corrected =
                store.run("explain", "mid", tooLong.toArray(new String[0])).json();
        double rounds = corrected.get("requests.tail").asInt()
                - plain.get("requests.tail").asInt();
        assertThat(rounds).isPositive();
        assertThat(corrected.get("predictedMillis").asDouble()
                        - plain.get("predictedMillis").asDouble())
                .isBetween(95 * rounds, 105 * rounds);
    }

    @Test
    void hedgesThatMayComeOnTopAreSaid() throws Exception {
        String[] hedged = {"--json", "--set", "vectorio.hedge.enabled=true", "--set", "vectorio.hedge.max-ratio=0.02"};
        assertThat(store.run("explain", "mid", hedged).json().get("hedged").asBoolean())
                .isTrue();
        assertThat(store.run("explain", "mid", Arrays.copyOfRange(hedged, 1, hedged.length))
                        .out())
                .contains("hedges not counted", "0.02 of them (vectorio.hedge.max-ratio)");
        assertThat(store.run("explain", "mid", "--json").json().get("hedged").asBoolean())
                .isFalse();
        assertThat(store.run("explain", "mid").out()).doesNotContain("hedge");
    }

    @Test
    void budgetThatIsTooSmallForThePlanIsSaid() throws Exception {
        for (String budget : List.of("1MiB", "1K", "20MiB")) {
            String[] arguments = {"--json", "--set", "vectorio.memory-budget-bytes=" + budget};
            JsonNode plan = store.run("explain", "mid", arguments).json();
            assertThat(plan.get("exact").asBoolean()).isFalse();
            assertThat(store.run("explain", "mid", "--set", "vectorio.memory-budget-bytes=" + budget)
                            .out())
                    .contains("vectorio.memory-budget-bytes");
            assertThat(store.run("read", "mid", arguments).json().get("rows")).isNotNull();
        }
    }

    @Test
    void poolSmallerThanTheRequestLimitBoundsWhatIsInFlight() throws Exception {
        String[] arguments = {
            "--json", "--set", "vectorio.max-request-bytes=1MiB", "--set", "vectorio.max-concurrent-requests=3"
        };
        assertThat(store.run("explain", "mid", arguments)
                        .json()
                        .get("maxInFlight")
                        .asInt())
                .isEqualTo(3);
    }

    private String length(String key) {
        return Long.toString(folder.resolve(key).toFile().length());
    }

    @Test
    void planNamesTheColumnsAndRowGroupsThatEachRequestServes() throws Exception {
        JsonNode plan = store.run("explain", "wide", "--columns", "c010,c011,c013", "--row-groups", "2", "--json")
                .json();
        assertThat(plan.get("plan")).hasSize(1);
        JsonNode request = plan.get("plan").get(0);
        assertThat(request.get("reason").asText()).isEqualTo("merged");
        assertThat(request.get("serves").get(0).asText()).isEqualTo("rg 2 / c010 ... rg 2 / c011 (2)");
        assertThat(request.get("serves").get(1).asText()).isEqualTo("rg 2 / c013");
        assertThat(request.get("gapBytes").asLong()).isBetween(25_000L, 26_000L);
    }

    @Test
    void textHasTailDataTotalTimeAndPrice() throws Exception {
        Outcome outcome = store.run("explain", "mid", "--profile-store", "s3-express");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out())
                .contains("52 of 52 columns", "tail   1 GET, 1,048,576 B", "data   5 GETs", "#5", "total  6 GETs")
                .contains("on s3-express: 5 ms to first byte", "price  $");
    }

    @Test
    void priceAndTimeFollowTheFiguresGiven() throws Exception {
        JsonNode plan = store.run(
                        "explain",
                        "mid",
                        "--json",
                        "--price-per-million-gets",
                        "1",
                        "--price-per-gb",
                        "0.5",
                        "--first-byte-ms",
                        "1000",
                        "--connection-mbps",
                        "1000",
                        "--total-mbps",
                        "1000000")
                .json();
        double gigabytes = plan.get("bytes.fetched").asLong() / 1e9;
        assertThat(plan.get("predictedDollarsPerMillionReads").asDouble())
                .isCloseTo(6 + 0.5e6 * gigabytes, Percentage.withPercentage(0.01));
        assertThat(plan.get("predictedMillis").asDouble()).isBetween(2_000.0, 2_020.0);
    }

    @Test
    void aFigureGivenLeavesTheOthersOfTheNamedStore() throws Exception {
        String named = store.run("explain", "mid", "--profile-store", "s3").out();
        assertThat(named).contains("on s3:").doesNotContain("figures given");
        assertThat(store.run("explain", "mid", "--profile-store", "s3", "--first-byte-ms", "500")
                        .out())
                .contains("s3 with the figures given", "500 ms to first byte");
        assertThat(store.run("explain", "mid", "--profile-store", "s3", "--price-per-gb", "3")
                        .out())
                .contains("s3 with the figures given", "26 ms to first byte");
    }

    // slow enough for what this process itself takes not to count
    @Test
    void predictedTimeIsThatOfTheReadsRequests() throws Exception {
        TimingModel slow = TimingModel.none()
                .withFirstByte(Duration.ofMillis(300), 0.1)
                .withBandwidth(4_000_000, 12_000_000)
                .withSeed(5);
        try (TestStore timed = new TestStore(StoreSettings.defaults().withTiming(slow))) {
            timed.put(folder.resolve("mid"));
            String[] figures = {
                "--json",
                "--first-byte-ms",
                "300",
                "--connection-mbps",
                "4",
                "--total-mbps",
                "12",
                "--concurrency",
                "64"
            };
            double predicted = timed.run("explain", "mid", figures)
                    .json()
                    .get("predictedMillis")
                    .asDouble();
            double measured =
                    timed.run("read", "mid", "--json").json().get("fetchMillis").asDouble();
            assertThat(predicted).isCloseTo(measured, Percentage.withPercentage(20));
        }
    }

    @Test
    void figuresThatMakeNoSenseAreUsageErrors() throws Exception {
        store.run("explain", "mid", "--profile-store", "tape").assertFails(2, "tape", "s3-express");
        store.run("explain", "mid", "--connection-mbps", "0").assertFails(2, "positive");
        assertThat(store.log().gets()).isZero();
    }
}
