package dev.vectorio.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.http.AnswerGate;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.object.SyntheticBytes;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.timing.TimingModel;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestLogTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);

    @BeforeEach
    void fill() {
        store.putSynthetic("b", "k", 1_000_000, 1);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void recordTellsWhatWasAskedAndSent() throws Exception {
        http.get("/b/k?versionId=null", "Range", "bytes=10-19", "If-Match", "*", "User-Agent", "vector-io/1 job-7");
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        RequestRecord record = store.log().records().list().get(0);
        assertThat(record.sequence()).isZero();
        assertThat(record.facts().method()).isEqualTo("GET");
        assertThat(record.facts().operation()).isEqualTo(Operation.READ);
        assertThat(record.facts().bucket()).isEqualTo("b");
        assertThat(record.facts().key()).isEqualTo("k");
        assertThat(record.facts().query()).isEqualTo("versionId=null");
        assertThat(record.facts().rangeHeader()).contains("bytes=10-19");
        assertThat(record.facts().range()).contains(new RangeSpec.Bounded(10, 20));
        assertThat(record.facts().preconditions()).isEqualTo(Map.of("if-match", "*"));
        assertThat(record.facts().userAgent()).isEqualTo("vector-io/1 job-7");
        assertThat(record.facts().accessKeyId()).isEmpty();
        assertThat(record.status()).isEqualTo(206);
        assertThat(record.bytesSent()).isEqualTo(10);
        assertThat(record.inFlight()).isEqualTo(1);
        assertThat(record.fault()).isEqualTo(Optional.empty());
        assertThat(record.outcome()).isEqualTo(Outcome.ANSWERED);
        long firstByte = record.firstByteNanos().orElseThrow();
        assertThat(firstByte).isGreaterThanOrEqualTo(record.arrivalNanos());
        assertThat(record.endNanos().orElseThrow()).isGreaterThanOrEqualTo(firstByte);
    }

    @Test
    void countsAreExactAsSoonAsTheClientHasItsAnswer() throws Exception {
        for (int i = 1; i <= 200; i++) {
            http.get("/b/k", "Range", "bytes=0-99");
            assertThat(store.log().gets()).isEqualTo(i);
            assertThat(store.log().bytesSent()).isEqualTo(100L * i);
            assertThat(store.log().maxInFlight()).isEqualTo(1);
        }
        http.head("/b/k");
        http.get("/b?list-type=2");
        assertThat(store.log().gets()).isEqualTo(200);
        assertThat(store.log().heads()).isEqualTo(1);
        assertThat(store.log().records().ofKey("k").size()).isEqualTo(201);
        store.log().clear();
        assertThat(store.log().records().size()).isZero();
        assertThat(store.log().arrived()).isEqualTo(202);
    }

    @Test
    void sixtyFourParallelReadsAreSixtyFourRecords() throws Exception {
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        AnswerGate.Hold hold = store.holdAnswers();
        for (int i = 0; i < 64; i++) {
            answers.add(http.getAsync("/b/k", "Range", "bytes=" + i + "-" + (i + 9999), "User-Agent", "u" + i % 2));
        }
        assertThat(store.log().awaitInFlight(64, SOON)).isTrue();
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        hold.release();
        byte[] expected = new SyntheticBytes(1_000_000, 1).copy(0, 20_000);
        for (int i = 0; i < 64; i++) {
            byte[] body = answers.get(i).get(10, TimeUnit.SECONDS).body();
            assertThat(body).isEqualTo(Arrays.copyOfRange(expected, i, i + 10_000));
        }
        assertThat(store.log().gets()).isEqualTo(64);
        assertThat(store.log().maxInFlight()).isEqualTo(64);
        assertThat(store.log().bytesSent()).isEqualTo(640_000);
        assertThat(store.log().records().ofUserAgent("u1").gets()).isEqualTo(32);
        assertThat(store.log().inFlight()).isZero();
    }

    @Test
    void requestsThatClientsAbortAreRecordedOnce() throws Exception {
        store.putSynthetic("b", "big", 1_000_000_000, 1);
        store.timing(TimingModel.none().withBandwidth(50_000_000, TimingModel.UNLIMITED));
        try (RawConnection connection = new RawConnection(store)) {
            connection.get("/b/big");
            assertThat(store.log().awaitInFlight(1, SOON)).isTrue();
        }
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records().size()).isEqualTo(1);
        RequestRecord record = store.log().records().list().get(0);
        assertThat(record.outcome()).isEqualTo(Outcome.ABORTED_BY_CLIENT);
        assertThat(record.bytesSent()).isLessThan(1_000_000_000);
        assertThat(record.endNanos()).isNotEqualTo(OptionalLong.empty());
        assertThat(store.log().inFlight()).isZero();
    }

    @Test
    void closedStoreHasBrokenOffWhatWasUnderWay() throws Exception {
        AnswerGate.Hold hold = store.holdAnswers();
        CompletableFuture<HttpResponse<byte[]>> answer = http.getAsync("/b/k");
        assertThat(store.log().awaitInFlight(1, SOON)).isTrue();
        store.close();
        hold.release();
        assertThat(answer).failsWithin(SOON);
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records().list().get(0).outcome()).isEqualTo(Outcome.BROKEN_OFF);
    }

    @Test
    void oldestRecordsGoFirstWhereTheLogIsShort() throws Exception {
        try (SimulatedStore small =
                SimulatedStore.start(StoreSettings.defaults().withLogLimit(3))) {
            small.put("b", "k", new byte[1]);
            Http client = new Http(small);
            for (int i = 0; i < 5; i++) {
                client.get("/b/k");
            }
            assertThat(small.log().records().stream().map(RequestRecord::sequence))
                    .containsExactly(2L, 3L, 4L);
            assertThat(small.log().arrived()).isEqualTo(5);
        }
    }

    @Test
    void signaturesAndTokensAreNotRecorded() throws Exception {
        http.get("/b/k?X-Amz-Credential=AKID%2F20240101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=abcdef"
                + "&X-Amz-Security-Token=token");
        http.get(
                "/b/k",
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=AKID2/20240101/us-east-1/s3/aws4_request, SignedHeaders=host,"
                        + " Signature=abcdef");
        assertThat(store.log().records().toString()).doesNotContain("abcdef").doesNotContain("token");
        assertThat(store.log().records().stream().map(r -> r.facts().accessKeyId()))
                .containsExactly("AKID", "AKID2");
    }

    @Test
    void storesInOneProcessShareNothing() throws Exception {
        try (SimulatedStore other = SimulatedStore.start(StoreSettings.defaults())) {
            assertThat(new Http(other).get("/b/k").statusCode()).isEqualTo(404);
            assertThat(store.log().records().size()).isZero();
            assertThat(other.log().records().size()).isEqualTo(1);
        }
    }
}
