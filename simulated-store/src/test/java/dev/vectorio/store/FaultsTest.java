package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.RawConnection.End;
import dev.vectorio.store.RawConnection.Received;
import dev.vectorio.store.fault.ActiveFault;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RangeSpec;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String CONTENT = "0123456789".repeat(10);

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);

    @BeforeEach
    void fill() {
        store.put("b", "k", CONTENT.getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private ActiveFault onReads(Fault... faults) {
        return store.faults().add(FaultRule.when(RequestMatch.reads(), faults));
    }

    private Received rawGetToEnd() throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.get("/b/k");
            return connection.receiveToEnd();
        }
    }

    private Received rawGetUpTo(String last) throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.get("/b/k");
            return connection.receiveUpTo(last);
        }
    }

    private RequestRecord onlyRecord() throws Exception {
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records().size()).isEqualTo(1);
        return store.log().records().list().get(0);
    }

    @Test
    void errorsAreWordedAsS3DoesAndCarryTheirHeaders() throws Exception {
        onReads(Fault.error(503, "SlowDown", Map.of("Retry-After", "7")));
        HttpResponse<byte[]> response = http.get("/b/k");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(text(response)).contains("<Code>SlowDown</Code>", "<RequestId>");
        assertThat(header(response, "Retry-After")).isEqualTo("7");
        assertThat(header(response, "x-amz-request-id")).isNotEmpty();
        assertThat(onlyRecord().fault()).contains("error-503-SlowDown");
        assertThat(onlyRecord().status()).isEqualTo(503);
    }

    @Test
    void redirectsNameTheRegion() throws Exception {
        onReads(Fault.error(301, "PermanentRedirect", Map.of("x-amz-bucket-region", "eu-west-1")));
        HttpResponse<byte[]> response = http.get("/b/k");
        assertThat(response.statusCode()).isEqualTo(301);
        assertThat(header(response, "x-amz-bucket-region")).isEqualTo("eu-west-1");
    }

    @Test
    void refusedWritesDoNotHappen() throws Exception {
        store.faults().add(FaultRule.when(RequestMatch.any().method("PUT"), Fault.error(400, "RequestTimeout")));
        assertThat(http.put("/b/new", new byte[10]).statusCode()).isEqualTo(400);
        assertThat(store.bucket("b").current("new")).isEmpty();
    }

    @Test
    void anyAnswerCanStandInForTheOwn() throws Exception {
        onReads(Fault.answer(Answer.text(418, "text/plain", "short and stout")));
        assertThat(http.get("/b/k").statusCode()).isEqualTo(418);
        assertThat(text(http.get("/b/k"))).isEqualTo("short and stout");
    }

    @Test
    void rulesStrikeTheNthMatchOnly() throws Exception {
        ActiveFault fault = store.faults()
                .add(FaultRule.when(RequestMatch.reads(), Fault.error(500, "InternalError"))
                        .onlyNth(2));
        assertThat(http.get("/b/k").statusCode()).isEqualTo(200);
        assertThat(http.get("/b/k").statusCode()).isEqualTo(500);
        assertThat(http.get("/b/k").statusCode()).isEqualTo(200);
        assertThat(fault.matched()).isEqualTo(3);
        assertThat(fault.struck()).isEqualTo(1);
    }

    @Test
    void rulesMatchOnKeyRangeAndUserAgent() throws Exception {
        store.put("b", "other", new byte[100]);
        store.faults()
                .add(FaultRule.when(
                        RequestMatch.reads().key("k").rangeFrom(10).userAgent("spark"), Fault.error(429, "TooMany")));
        assertThat(http.get("/b/k", "Range", "bytes=10-11", "User-Agent", "spark/4")
                        .statusCode())
                .isEqualTo(429);
        assertThat(http.get("/b/k", "Range", "bytes=11-12", "User-Agent", "spark/4")
                        .statusCode())
                .isEqualTo(206);
        assertThat(http.get("/b/k", "Range", "bytes=10-11", "User-Agent", "trino")
                        .statusCode())
                .isEqualTo(206);
        assertThat(http.get("/b/other", "Range", "bytes=10-11", "User-Agent", "spark")
                        .statusCode())
                .isEqualTo(206);
        store.faults().clear();
        store.faults()
                .add(FaultRule.when(
                        RequestMatch.reads().range(r -> r instanceof RangeSpec.Suffix), Fault.error(501, "No")));
        assertThat(http.get("/b/k", "Range", "bytes=-3").statusCode()).isEqualTo(501);
        assertThat(http.get("/b/k", "Range", "bytes=3-").statusCode()).isEqualTo(206);
    }

    @Test
    void probabilityFollowsItsSeed() throws Exception {
        long seed = 20_240_229;
        FaultRule rule = FaultRule.when(RequestMatch.reads(), Fault.error(500, "InternalError"))
                .withProbability(0.3, seed);
        StringBuilder first = new StringBuilder();
        StringBuilder second = new StringBuilder();
        for (StringBuilder run : new StringBuilder[] {first, second}) {
            ActiveFault fault = store.faults().add(rule);
            for (int i = 0; i < 100; i++) {
                run.append(http.get("/b/k").statusCode()).append(' ');
            }
            fault.remove();
        }
        assertThat(first).hasToString(second.toString());
        assertThat(first.toString().split("500", -1).length - 1)
                .as("seed %d", seed)
                .isBetween(20, 40);
        assertThat(http.get("/b/k").statusCode()).isEqualTo(200);
    }

    @Test
    void rulesEndWithTheirTime() throws Exception {
        store.faults()
                .add(FaultRule.when(RequestMatch.reads(), Fault.error(500, "InternalError"))
                        .lasting(Duration.ZERO));
        assertThat(http.get("/b/k").statusCode()).isEqualTo(200);
    }

    @Test
    void objectsCanBeReplacedBeforeAnAnswer() throws Exception {
        String etag = '"' + store.bucket("b").current("k").orElseThrow().etag() + '"';
        store.faults()
                .add(FaultRule.when(RequestMatch.reads(), Fault.before(() -> store.put("b", "k", new byte[5])))
                        .onlyNth(2));
        assertThat(http.get("/b/k", "If-Match", etag).statusCode()).isEqualTo(200);
        assertThat(http.get("/b/k", "If-Match", etag).statusCode()).isEqualTo(412);
    }

    @Test
    void stallsKeepTheConnectionOpen() throws Exception {
        ActiveFault beforeHead = onReads(Fault.stallBeforeHead());
        assertThat(rawGetUpTo("")).isEqualTo(new Received("", End.SILENT));
        assertThat(onlyRecord().outcome()).isEqualTo(Outcome.ABORTED_BY_CLIENT);
        assertThat(onlyRecord().status()).isZero();
        beforeHead.remove();
        store.log().clear();
        onReads(Fault.stallAfter(33));
        Received stalled = rawGetUpTo("\r\n\r\n" + CONTENT.substring(0, 33));
        assertThat(stalled.end()).isEqualTo(End.SILENT);
        assertThat(stalled.body()).hasSize(33);
        assertThat(stalled.head()).contains("Content-Length: 100");
        assertThat(onlyRecord().bytesSent()).isEqualTo(33);
        assertThat(onlyRecord().outcome()).isEqualTo(Outcome.ABORTED_BY_CLIENT);
    }

    @Test
    void connectionsAreResetBeforeTheHeadOrInTheBody() throws Exception {
        ActiveFault beforeHead = onReads(Fault.resetBeforeHead());
        assertThat(rawGetToEnd()).isEqualTo(new Received("", End.RESET));
        beforeHead.remove();
        store.log().clear();
        onReads(Fault.resetAfter(40));
        Received received = rawGetToEnd();
        assertThat(received.end()).isEqualTo(End.RESET);
        assertThat(received.body()).hasSize(40);
        assertThat(onlyRecord().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(onlyRecord().bytesSent()).isEqualTo(40);
    }

    @Test
    void connectionsAreClosedEarlyInGoodOrder() throws Exception {
        ActiveFault beforeHead = onReads(Fault.closeBeforeHead());
        assertThat(rawGetToEnd()).isEqualTo(new Received("", End.CLOSED));
        beforeHead.remove();
        onReads(Fault.closeAfter(40));
        Received received = rawGetToEnd();
        assertThat(received.end()).isEqualTo(End.CLOSED);
        assertThat(received.head()).contains("Content-Length: 100");
        assertThat(received.body()).hasSize(40);
    }

    @Test
    void bodiesCanBeLongerShorterAndEmpty() throws Exception {
        ActiveFault fault = onReads(Fault.bodyTooLong(7));
        Received longer = rawGetToEnd();
        assertThat(longer.head()).contains("Content-Length: 100");
        assertThat(longer.body()).hasSize(107);
        assertThat(longer.end()).isEqualTo(End.CLOSED);
        fault.remove();
        fault = onReads(Fault.truncated(60));
        HttpResponse<byte[]> truncated = http.get("/b/k", "Range", "bytes=10-89");
        assertThat(truncated.body()).hasSize(60);
        assertThat(header(truncated, "Content-Range")).isEqualTo("bytes 10-89/100");
        fault.remove();
        fault = onReads(Fault.emptyBody());
        HttpResponse<byte[]> empty = http.get("/b/k", "Range", "bytes=10-89");
        assertThat(empty.statusCode()).isEqualTo(206);
        assertThat(empty.body()).isEmpty();
        fault.remove();
        onReads(Fault.contentLengthOff(3));
        Received promised = rawGetUpTo("\r\n\r\n" + CONTENT);
        assertThat(promised.head()).contains("Content-Length: 103");
        assertThat(promised.body()).hasSize(100);
        assertThat(promised.end()).isEqualTo(End.SILENT);
    }

    @Test
    void bodiesCanBeOtherBytes() throws Exception {
        onReads(Fault.body(right -> new SlicedBytes(right, 1, 5)));
        assertThat(text(http.get("/b/k"))).isEqualTo("12345");
    }

    @Test
    void contentRangesCanBeWrong() throws Exception {
        ActiveFault shifted = onReads(Fault.contentRangeOff(5, 0));
        assertThat(header(http.get("/b/k", "Range", "bytes=10-19"), "Content-Range"))
                .isEqualTo("bytes 15-24/100");
        shifted.remove();
        onReads(Fault.contentRangeOff(0, 900));
        assertThat(header(http.get("/b/k", "Range", "bytes=10-19"), "Content-Range"))
                .isEqualTo("bytes 10-19/1000");
    }

    @Test
    void rangesCanBeIgnored() throws Exception {
        onReads(Fault.rangeIgnored());
        HttpResponse<byte[]> response = http.get("/b/k", "Range", "bytes=10-19");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).hasSize(100);
        assertThat(header(response, "Content-Range")).isEmpty();
    }

    @Test
    void headersCanBeOtherMissingOrTwice() throws Exception {
        ActiveFault fault = onReads(Fault.header("ETag", "\"other\""), Fault.header("Content-Encoding", "gzip"));
        HttpResponse<byte[]> other = http.get("/b/k");
        assertThat(other.headers().allValues("ETag")).containsExactly("\"other\"");
        assertThat(header(other, "Content-Encoding")).isEqualTo("gzip");
        assertThat(other.body()).hasSize(100);
        fault.remove();
        fault = onReads(Fault.headerMissing("ETag"));
        assertThat(header(http.get("/b/k"), "ETag")).isEmpty();
        fault.remove();
        fault = onReads(Fault.duplicateHeader("Content-Range", "bytes 0-1/2"));
        assertThat(http.get("/b/k", "Range", "bytes=0-9").headers().allValues("Content-Range"))
                .containsExactly("bytes 0-9/100", "bytes 0-1/2");
        fault.remove();
        onReads(Fault.headerMissing("Content-Length"));
        Received unframed = rawGetToEnd();
        assertThat(unframed.head()).doesNotContainIgnoringCase("content-length");
        assertThat(unframed.body()).hasSize(100);
        assertThat(unframed.end()).isEqualTo(End.CLOSED);
    }

    @Test
    void whatComesNeedNotBeHttp() throws Exception {
        onReads(Fault.garbage());
        Received received = rawGetToEnd();
        assertThat(received.text()).doesNotStartWith("HTTP/").isNotEmpty();
        assertThat(received.end()).isEqualTo(End.CLOSED);
    }

    @Test
    void bodiesDribbleInDrops() throws Exception {
        onReads(Fault.dribble(9, Duration.ofMillis(2)));
        long begin = System.nanoTime();
        assertThat(http.get("/b/k").body()).hasSize(100);
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(11 * 2_000_000L);
    }

    @Test
    void slowBodiesHoldTheirOwnRate() throws Exception {
        store.putSynthetic("b", "big", 200_000, 1);
        onReads(Fault.slowBody(1_000_000));
        long begin = System.nanoTime();
        assertThat(http.get("/b/big").body()).hasSize(200_000);
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(200_000_000L);
    }

    @Test
    void delaysComeBeforeTheFirstByte() throws Exception {
        onReads(Fault.delay(Duration.ofMillis(60)));
        http.get("/b/k");
        RequestRecord record = onlyRecord();
        assertThat(record.firstByteNanos().orElseThrow() - record.arrivalNanos())
                .isGreaterThanOrEqualTo(60_000_000L);
    }

    @Test
    void connectionServesOnAfterFaultsThatKeepIt() throws Exception {
        store.faults()
                .add(FaultRule.when(RequestMatch.reads(), Fault.error(500, "InternalError"))
                        .once());
        try (RawConnection connection = new RawConnection(store)) {
            connection.get("/b/k");
            connection.get("/b/k", "Range: bytes=0-4");
            Received both = connection.receiveUpTo("\r\n\r\n01234");
            assertThat(both.text())
                    .startsWith("HTTP/1.1 500")
                    .contains("HTTP/1.1 206")
                    .endsWith("01234");
        }
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records().stream()
                        .map(RequestRecord::connectionId)
                        .distinct())
                .hasSize(1);
    }
}
