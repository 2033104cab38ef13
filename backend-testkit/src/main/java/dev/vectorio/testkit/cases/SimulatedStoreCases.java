package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.spi.HttpRefusal;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.ActiveFault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.timing.TimingModel;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The cases on a {@link SimulatedStore}, over HTTP, in the dialect of the backend under test. */
@Isolated("swaps the standard error stream, where the log goes")
public abstract class SimulatedStoreCases extends FaultCases {
    /** The bucket of all objects. */
    protected static final String BUCKET = "case-bucket";

    /** Of a refusal: 64 KiB, and what lies in the buffers of two sockets and a pump on the way. */
    private static final long LONGEST_READ_BYTES = 16 << 20;

    private final SimulatedStore store;
    private final List<ActiveFault> faults = new ArrayList<>();

    /** Starts a store. */
    protected SimulatedStoreCases(StoreSettings settings) {
        store = SimulatedStore.start(settings);
        store.bucket(BUCKET).settings(store.bucket(BUCKET).settings().withVersioned(true));
    }

    /** The store, for its address. */
    protected final SimulatedStore simulatedStore() {
        return store;
    }

    @Override
    protected void put(String key, byte[] content) {
        store.put(BUCKET, key, content);
    }

    @Override
    protected void delete(String key) {
        store.delete(BUCKET, key);
    }

    @Override
    protected Optional<ObjectLocation> deniedObject() {
        put("denied", new byte[100]);
        store.bucket(BUCKET).deny("denied");
        return Optional.of(location("denied"));
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation(location("key").scheme(), "no-such-bucket", "key");
    }

    @Override
    protected boolean keepsVersions() {
        return true;
    }

    @Override
    protected void spoil(String key, OptionalLong rangeFrom, Fault fault, int times) {
        RequestMatch reads = RequestMatch.reads().key(key);
        RequestMatch match = rangeFrom.isPresent() ? reads.rangeFrom(rangeFrom.getAsLong()) : reads;
        faults.add(store.faults().add(FaultRule.when(match, over(fault)).times(times)));
    }

    private static dev.vectorio.store.fault.Fault over(Fault fault) {
        if (fault instanceof Fault.ShortBody cut) {
            return dev.vectorio.store.fault.Fault.closeAfter(cut.afterBytes());
        } else if (fault instanceof Fault.Reset reset) {
            return dev.vectorio.store.fault.Fault.resetAfter(reset.afterBytes());
        } else if (fault instanceof Fault.Stall stall) {
            return stall.afterBytes() < 0
                    ? dev.vectorio.store.fault.Fault.stallBeforeHead()
                    : dev.vectorio.store.fault.Fault.stallAfter(stall.afterBytes());
        } else if (fault instanceof Fault.ExtraBytes extra) {
            return dev.vectorio.store.fault.Fault.bodyTooLong(extra.count());
        } else if (fault instanceof Fault.RangeIgnored) {
            return dev.vectorio.store.fault.Fault.rangeIgnored();
        } else if (fault instanceof Fault.Dribble dribble) {
            return dev.vectorio.store.fault.Fault.dribble(dribble.chunkBytes(), dribble.pause());
        } else if (fault instanceof Fault.FailBeforeHead refusal) {
            Map<String, String> headers = new HashMap<>();
            refusal.answer().retryAfter().ifPresent(pause -> headers.put("Retry-After", "" + pause.toSeconds()));
            String code = refusal.answer().code().orElse("Refused");
            return dev.vectorio.store.fault.Fault.error(refusal.answer().status(), code, headers);
        }
        throw new IllegalArgumentException("not over HTTP: " + fault);
    }

    @Override
    protected void heal() {
        faults.forEach(ActiveFault::remove);
        faults.clear();
        store.log().clear();
    }

    @Override
    protected List<String> asked(String key) {
        return gets(key).stream()
                .map(get -> get.facts().rangeHeader().orElse("whole"))
                .toList();
    }

    private List<RequestRecord> gets(String key) {
        return store.log().records().ofKey(key).of(Operation.READ).list();
    }

    @Override
    protected int underWay() {
        return store.log().inFlight();
    }

    @Override
    protected void closeStore() {
        store.close();
    }

    @Test
    @DisplayName("B01 no more requests are in flight than the client has connections, and waiting for one has no clock")
    void requestsWaitInOurQueueNotForAConnection() throws Exception {
        SyntheticBytes content = store("pool", 100 * 65_536);
        store.timing(TimingModel.none().withFirstByte(Duration.ofMillis(200), 0));
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ranges.add(ByteRange.of(i * 65_536L, 65_536));
        }
        String warnings = logged(() -> {
            try (VectorIo io = io(50, CaseFixture::ranged)) {
                List<RangeReader> readers = new ArrayList<>();
                List<VectoredRead> reads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    readers.add(io.open(known("pool", content.length())));
                    reads.add(readers.get(i).readVectored(ranges, options()));
                }
                for (VectoredRead read : reads) {
                    for (int i = 0; i < ranges.size(); i++) {
                        require(content, ranges.get(i), read.await(i));
                    }
                    read.close();
                }
                readers.forEach(RangeReader::close);
            }
        });
        assertThat(gets("pool")).hasSize(400);
        assertThat(store.log().maxInFlight()).isLessThanOrEqualTo(50);
        assertThat(store.log().awaitIdle(Duration.ofSeconds(5))).isTrue();
        assertThat(warnings.lines().filter(line -> line.contains("WARN")))
                .hasSize(1)
                .allMatch(line -> line.contains("64") && line.contains("50"));
    }

    /** What was logged meanwhile. */
    private static String logged(Work work) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            work.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    private interface Work {
        void run() throws Exception;
    }

    @Test
    @DisplayName("B02 B08 every GET after the first answer carries the version of that answer, attempts again included")
    void laterRequestsCarryTheVersion() throws Exception {
        SyntheticBytes content = store("pinned", 2_000_000);
        spoil("pinned", OptionalLong.of(100_000), new Fault.ShortBody(200_000), 1);
        try (VectorIo io = io(attempts(5));
                RangeReader reader = io.open(location("pinned"))) {
            requireRead(reader, content, ByteRange.of(0, 10));
            requireRead(reader, content, ByteRange.of(100_000, 1_000_000));
        }
        List<RequestRecord> gets = gets("pinned");
        assertThat(gets).hasSize(3);
        assertThat(gets.subList(1, 3)).allMatch(SimulatedStoreCases::isConditional);
    }

    private static boolean isConditional(RequestRecord get) {
        return !get.facts().preconditions().isEmpty()
                || get.facts().query().contains("ifGenerationMatch")
                || get.facts().query().contains("generation=");
    }

    @Test
    @DisplayName("B03 a stalled body is tried again on another connection")
    void stalledBodyIsTriedOnAnotherConnection() throws Exception {
        SyntheticBytes content = store("stalled", 1_000_000);
        spoil("stalled", OptionalLong.empty(), new Fault.Stall(100), 1);
        try (VectorIo io = io(options -> attempts(3).apply(options).withIdleTimeout(Duration.ofMillis(500)));
                RangeReader reader = io.open(known("stalled", 1_000_000))) {
            requireRead(reader, content, ByteRange.of(0, 100_000));
        }
        assertThat(gets("stalled"))
                .extracting(RequestRecord::connectionId)
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("B14 an answer that announces less than its range is asked for again")
    void anAnswerThatAnnouncesTooLittleIsAskedForAgain() throws Exception {
        SyntheticBytes content = store("announced", 1_000_000);
        ByteRange range = ByteRange.of(1_000, 100_000);
        for (dev.vectorio.store.fault.Fault less :
                List.of(dev.vectorio.store.fault.Fault.truncated(60_000), dev.vectorio.store.fault.Fault.emptyBody())) {
            FaultRule everyRead = FaultRule.when(RequestMatch.reads().key("announced"), less);
            faults.add(store.faults().add(everyRead.times(1)));
            try (VectorIo io = io(attempts(3));
                    RangeReader reader = io.open(known("announced", 1_000_000))) {
                requireRead(reader, content, range);
                assertThat(asked("announced")).hasSize(2);
            }
            heal();
            faults.add(store.faults().add(everyRead));
            try (VectorIo io = io(attempts(3));
                    RangeReader reader = io.open(known("announced", 1_000_000))) {
                ObjectReadException failed = failureOf(reader, range);
                assertThat(failed.kind()).isEqualTo(Kind.TRANSIENT);
                requireFacts(failed, "announced", range, 3);
                assertThat(asked("announced")).hasSize(3);
            }
            heal();
        }
    }

    @Test
    @DisplayName("B30 a suffix range is sent where the backend declares it, and nowhere else")
    void suffixRangesAreSentWhereDeclared() throws Exception {
        SyntheticBytes content = store("suffix", 5_000_000);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(location("suffix"));
                VectoredRead tail = reader.readTail(8, options())) {
            require(content, ByteRange.of(4_999_992, 8), tail.await(0));
            List<String> asked = asked("suffix");
            if (capabilities().suffixRange()) {
                assertThat(asked).hasSize(1).allMatch(range -> range.startsWith("bytes=-"));
            } else {
                assertThat(asked).hasSize(2).noneMatch(range -> range.startsWith("bytes=-"));
            }
        }
        assertThat(store.log().heads()).isZero();
    }

    @Test
    @DisplayName("B33 checksums of the whole object on a ranged answer are not compared with the range")
    void checksumsOfTheWholeObjectAreLeftAlone() throws Exception {
        SyntheticBytes content = store("sums", 9_000_000);
        for (String[] sum : new String[][] {
            {"x-amz-checksum-crc32", "AAAAAA=="},
            {"x-amz-checksum-crc32", "AAAAAA==-7"},
            {"x-amz-checksum-sha256", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
            {"x-goog-hash", "crc32c=AAAAAA=="},
            {"x-ms-blob-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="}
        }) {
            dev.vectorio.store.fault.Fault header = dev.vectorio.store.fault.Fault.header(sum[0], sum[1]);
            faults.add(store.faults().add(FaultRule.when(RequestMatch.reads().key("sums"), header)));
            String log = logged(() -> {
                try (VectorIo io = io(CaseFixture::ranged);
                        RangeReader reader = io.open(known("sums", 9_000_000))) {
                    requireRead(reader, content, ByteRange.of(0, 4_194_305));
                    assertThat(reader.stats().gets()).isEqualTo(1);
                }
            });
            assertThat(log).isEmpty();
            heal();
        }
    }

    @Test
    @DisplayName("B37 every GET names its last byte, and the store sends no more than that of a GiB")
    void everyGetHasALastByte() throws Exception {
        store.putSynthetic(BUCKET, "huge", 1L << 30, 37);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("huge", 1L << 30));
                VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 1 << 20)), options())) {
            RangeResult result = read.await(0);
            assertThat(result.buffer().remaining()).isEqualTo(1 << 20);
        }
        assertThat(store.log().awaitIdle(Duration.ofSeconds(5))).isTrue();
        assertThat(asked("huge")).containsExactly("bytes=0-1048575");
        assertThat(store.log().records().ofKey("huge").bytesSent()).isLessThanOrEqualTo((1 << 20) + (64 << 10));
    }

    @Test
    @DisplayName("B40 a thousand reads that are closed early log no line")
    void earlyCloseIsNotWorthALine() throws Exception {
        store("early", 1_000_000);
        String log = logged(() -> {
            try (VectorIo io = io(CaseFixture::ranged);
                    RangeReader reader = io.open(known("early", 1_000_000))) {
                for (int i = 0; i < 1_000; i++) {
                    VectoredRead read = reader.readVectored(List.of(ByteRange.of(i * 100L, 100_000)), options());
                    if (i % 2 == 0) {
                        try (RangeResult result = read.await(0)) {
                            assertThat(result.buffer().remaining()).isEqualTo(100_000);
                        }
                    }
                    read.close();
                }
            }
        });
        assertThat(log).isEmpty();
    }

    @Test
    @DisplayName("B55 the header of a GET is a-(b-1)")
    void headersNameTheLastByte() throws Exception {
        SyntheticBytes content = store("ends", 1_000);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("ends", 1_000))) {
            requireRead(reader, content, ByteRange.of(0, 3));
            requireRead(reader, content, ByteRange.of(3, 3));
            requireRead(reader, content, ByteRange.of(999, 1));
        }
        assertThat(asked("ends")).containsExactly("bytes=0-2", "bytes=3-5", "bytes=999-999");
    }

    @Test
    @DisplayName("B67 version-check=off sends no condition")
    void noConditionWhereVersionsAreNotChecked() throws Exception {
        SyntheticBytes content = store("off", 1_000_000);
        try (VectorIo io = io(options -> ranged(options).withVersionCheck(VersionCheck.OFF));
                RangeReader reader = io.open(location("off"))) {
            requireRead(reader, content, ByteRange.of(0, 10));
            requireRead(reader, content, ByteRange.of(500_000, 10));
        }
        assertThat(gets("off")).hasSize(2).noneMatch(SimulatedStoreCases::isConditional);
    }

    @Test
    @DisplayName("B43 a late GET is sent once more, on another connection and under the same version")
    void lateRequestsAreSentOnceMore() throws Exception {
        SyntheticBytes content = store("late", 40 * 65_536);
        spoil("late", OptionalLong.of(5 * 65_536), new Fault.Stall(-1), 1);
        HedgePolicy hedge = new HedgePolicy(true, 0.05, Optional.of(Duration.ofSeconds(1)));
        try (VectorIo io = io(options -> ranged(options).withHedge(hedge));
                RangeReader reader = io.open(known("late", content.length()))) {
            requireRead(reader, content, ByteRange.of(0, 10));
            List<ByteRange> ranges = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                ranges.add(ByteRange.of(i * 65_536L, 65_536));
            }
            try (VectoredRead read = reader.readVectored(ranges, options())) {
                for (int i = 0; i < ranges.size(); i++) {
                    require(content, ranges.get(i), read.await(i));
                }
            }
            assertThat(reader.stats().hedges()).isEqualTo(1);
            assertThat(reader.stats().hedgesWon()).isEqualTo(1);
            assertThat(reader.stats().gets()).isEqualTo(42);
        }
        List<RequestRecord> pair = gets("late").stream()
                .filter(get -> get.facts().rangeHeader().equals(Optional.of("bytes=327680-393215")))
                .toList();
        assertThat(pair).hasSize(2).allMatch(SimulatedStoreCases::isConditional);
        assertThat(pair).extracting(RequestRecord::connectionId).doesNotHaveDuplicates();
        assertThat(pair.get(0).bytesSent()).isZero();
        assertThat(pair.get(1).bytesSent()).isEqualTo(65_536);
    }

    @Test
    @DisplayName("B45 keys with special characters are read under the very name that they were stored under")
    void oddKeysAreReadAsTheyAre() throws IOException {
        List<String> keys = List.of("a b", "a+b", "a%2Fb", "a/b", "dt=2024-01-01/x", "a//b", "x#y?z", "k\u00e9");
        try (VectorIo io = io(CaseFixture::ranged)) {
            for (String key : keys) {
                byte[] content = key.getBytes(StandardCharsets.UTF_8);
                store.put(BUCKET, key, StoredBytes.copyOf(content), ObjectAttributes.none());
            }
            for (String key : keys) {
                byte[] content = key.getBytes(StandardCharsets.UTF_8);
                try (RangeReader reader = io.open(KnownObject.at(location(key)).withLength(content.length));
                        VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, content.length)), options())) {
                    assertThat(StandardCharsets.UTF_8
                                    .decode(read.await(0).buffer())
                                    .toString())
                            .isEqualTo(key);
                }
                assertThat(gets(key))
                        .as("GETs of '%s' as the store names it", key)
                        .hasSize(1);
            }
        }
    }

    @Test
    @DisplayName("B14 a body without a length that goes on behind its range is given up there")
    void bodiesThatDoNotEndAreGivenUp() throws Exception {
        SyntheticBytes content = store("endless", 1_000_000);
        ByteSource more = new dev.vectorio.store.object.SyntheticBytes(1L << 30, 14);
        FaultRule endless = FaultRule.when(
                RequestMatch.reads().key("endless"),
                dev.vectorio.store.fault.Fault.body(own -> JoinedBytes.of(List.of(own, more))),
                dev.vectorio.store.fault.Fault.chunked());
        faults.add(store.faults().add(endless));
        try (VectorIo io = io(attempts(3));
                RangeReader reader = io.open(known("endless", 1_000_000))) {
            for (int i = 0; i < 4; i++) {
                requireRead(reader, content, ByteRange.of(i * 200_000L, 1_000));
            }
            assertThat(store.log().awaitIdle(Duration.ofSeconds(5)))
                    .as("no connection goes on receiving")
                    .isTrue();
            assertThat(reader.stats().gets()).isEqualTo(4);
        }
        assertThat(gets("endless")).hasSize(4).allMatch(get -> get.bytesSent() < LONGEST_READ_BYTES);
    }

    @Test
    @DisplayName("B14 what a body that is too long leaves on a connection harms no other object")
    void bodiesThatAreTooLongHarmNobodyElse() throws Exception {
        SyntheticBytes longer = store("too-long", 1_000_000);
        SyntheticBytes sound = store("sound", 1_000_000);
        ByteSource extra = StoredBytes.copyOf("x".getBytes(StandardCharsets.US_ASCII));
        dev.vectorio.store.fault.Fault tooLong = new dev.vectorio.store.fault.Fault(
                "one-byte-more",
                shape -> shape.edit(own -> own.withBody(JoinedBytes.of(List.of(own.body(), extra)))
                        .withContentLength(own.contentLength().orElseThrow())));
        faults.add(store.faults().add(FaultRule.when(RequestMatch.reads().key("too-long"), tooLong)));
        try (VectorIo io = io(attempts(5));
                RangeReader harmful = io.open(known("too-long", 1_000_000));
                RangeReader reader = io.open(known("sound", 1_000_000))) {
            for (int i = 0; i < 40; i++) {
                ByteRange range = ByteRange.of(i * 20_000L, 1_000);
                requireRead(harmful, longer, range);
                requireRead(reader, sound, range);
            }
        }
    }

    @Test
    @DisplayName("a refusal's kind is that of its status, whatever its body is")
    void oddRefusalsHaveTheKindOfTheirStatus() throws InterruptedException {
        store("odd-refusal", 1_000_000);
        for (String body : List.of(
                "",
                "<",
                "no such thing",
                "<html><body>502 Bad Gateway</body></html>",
                "<?xml version=\"1.0\"?><Error><Code>Acc",
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?><Error/>",
                "<!DOCTYPE e [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><Error><Code>&x;</Code></Error>",
                "{\"error\":{\"message\":",
                "\u00ff\u00fe\u0000",
                "\u0000".repeat(1_000))) {
            requireKindOfStatus("odd-refusal", StoredBytes.copyOf(body.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    @Test
    @DisplayName("a refusal's body of eight GiB changes nothing of its kind, and is not read")
    void longRefusalsAreNotReadToTheirEnd() throws InterruptedException {
        store("long-refusal", 1_000_000);
        requireKindOfStatus("long-refusal", new dev.vectorio.store.object.SyntheticBytes(8L << 30, 1));
    }

    private void requireKindOfStatus(String key, ByteSource body) throws InterruptedException {
        for (int status : new int[] {400, 403, 404, 412, 500, 503}) {
            for (String type : List.of("application/xml", "application/json")) {
                Answer odd = Answer.empty(status)
                        .withHeader("Content-Type", type)
                        .withHeader("Server", "simulated")
                        .withBody(body);
                RequestMatch reads = RequestMatch.reads().key(key);
                faults.add(store.faults().add(FaultRule.when(reads, dev.vectorio.store.fault.Fault.answer(odd))));
                try (VectorIo io = io(attempts(1));
                        RangeReader reader = io.open(known(key, 1_000_000))) {
                    ObjectReadException failed = failureOf(reader, ByteRange.of(0, 1_000));
                    assertThat(failed.kind()).as("%s", failed).isEqualTo(HttpRefusal.kindOf(status));
                    assertThat(failed.answer().status()).isEqualTo(status);
                }
                assertThat(store.log().awaitIdle(Duration.ofSeconds(5)))
                        .as("no connection goes on receiving")
                        .isTrue();
                assertThat(gets(key)).isNotEmpty().allMatch(get -> get.bytesSent() < LONGEST_READ_BYTES);
                heal();
            }
        }
    }

    @Test
    @DisplayName("heads that are wild or a mebibyte long end in data or a typed failure, and cause no allocation")
    void hostileHeadsAreHarmless() throws Exception {
        SyntheticBytes content = store("hostile", 1_000_000);
        ByteRange range = ByteRange.of(0, 10);
        List<dev.vectorio.store.fault.Fault> heads = new ArrayList<>();
        heads.add(dev.vectorio.store.fault.Fault.header("x-long", "a".repeat(1 << 20)));
        heads.add(dev.vectorio.store.fault.Fault.header("ETag", "\"" + "b".repeat(60_000) + "\""));
        for (String wild : List.of(
                "bytes 0-9/99999999999999999999",
                "bytes 0-9223372036854775807/9223372036854775807",
                "bytes -5-10/10",
                "bytes 9-0/10",
                "bytes 0-9/5",
                "pages 1-2/3",
                "bytes")) {
            heads.add(dev.vectorio.store.fault.Fault.header("Content-Range", wild));
        }
        for (dev.vectorio.store.fault.Fault head : heads) {
            faults.add(store.faults().add(FaultRule.when(RequestMatch.reads().key("hostile"), head)));
            try (VectorIo io = io(attempts(2));
                    RangeReader reader = io.open(location("hostile"));
                    VectoredRead read = reader.readVectored(List.of(range), options())) {
                require(content, range, read.await(0));
            } catch (ObjectReadException typed) {
                assertThat(typed).hasMessageContaining(location("hostile").toString());
                assertThat(typed.toString().length())
                        .as("a failure of readable length")
                        .isLessThan(10_000);
            }
            heal();
        }
        assertThat(ledger().largestAllocation()).isLessThanOrEqualTo(10);
    }
}
