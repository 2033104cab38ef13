package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import dev.vectorio.testkit.SyntheticBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Heads and bodies that chance has damaged, {@code Content-Range} above all: every stage ends, in bytes or in a typed error,
 * nothing is asked of the allocator beyond the ranges, and nothing is written outside of them. {@code vectorio.fuzz.seed} and
 * {@code vectorio.fuzz.count} choose other answers.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzedAnswersTest {
    private static final int COUNT = Integer.getInteger("vectorio.fuzz.count", 3_000);
    private static final long FIRST_SEED = Long.getLong("vectorio.fuzz.seed", 1);
    private static final int LENGTH = 9_000;
    private static final String SIGNS = "0123456789-/* bytes\t,;=xX\u00e9\u0661";

    @Test
    void aHeaderThatIsNoContentRangeIsNone() {
        Random random = new Random(FIRST_SEED);
        for (int i = 0; i < 100 * COUNT; i++) {
            String header = mutated("bytes 100-299/9000", random);
            Optional<ContentRange> parsed = ContentRange.parse(header);
            parsed.flatMap(ContentRange::range).ifPresent(range -> {
                assertThat(range.isEmpty()).as(header).isFalse();
                assertThat(range.offset()).as(header).isNotNegative();
                assertThat(range.end()).as(header).isLessThanOrEqualTo(totalOf(parsed));
            });
            if (parsed.isPresent()) {
                assertThat(header).containsPattern("^\\s*bytes [0-9*]");
            }
        }
    }

    private static long totalOf(Optional<ContentRange> parsed) {
        return parsed.map(ContentRange::total).orElse(OptionalLong.empty()).orElse(Long.MAX_VALUE);
    }

    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(changed.length());
            char sign = SIGNS.charAt(random.nextInt(SIGNS.length()));
            switch (random.nextInt(4)) {
                case 0 -> changed.setCharAt(at, sign);
                case 1 -> changed.insert(at, sign);
                case 2 -> changed.insert(at, "99999999999999999999".substring(random.nextInt(20)));
                default -> changed.deleteCharAt(at);
            }
        }
        return changed.toString();
    }

    @Test
    void everyStageEndsHoweverAnswersAreDamaged() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
            try {
                readOnce(seed);
            } catch (Throwable t) {
                throw new AssertionError("-Dvectorio.fuzz.count=1 -Dvectorio.fuzz.seed=" + seed, t);
            }
        }
    }

    private static void readOnce(long seed) {
        Random random = new Random(seed);
        VirtualEngine virtual = new VirtualEngine()
                .policy(policy -> policy.withWholeObjectBytes(0))
                .tail(700, 1_000);
        SyntheticBytes content = new SyntheticBytes(seed, LENGTH);
        ScriptedBackend backend = ScriptedBackend.of((request, sink) -> answer(request, sink, content, random));
        virtual.before(ignored -> backend);
        KnownObject object = KnownObject.at(VirtualEngine.OBJECT);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ranges.add(ByteRange.of(random.nextInt(LENGTH - 1_000), 1L + random.nextInt(1_000)));
        }
        StagedRead read = random.nextInt(4) == 0
                ? virtual.open(object).readTail(1 + random.nextInt(1_000), virtual.settings())
                : virtual.open(random.nextBoolean() ? object.withLength(LENGTH) : object)
                        .read(ranges, virtual.settings());
        virtual.finish(read);
        for (int i = 0; i < read.size(); i++) {
            CompletableFuture<RangeResult> stage = read.result(i);
            if (stage.isCompletedExceptionally()) {
                assertThat(stage.handle((ok, failure) -> failure).join()).isInstanceOf(ObjectReadException.class);
            } else {
                stage.join().close();
            }
        }
        assertThat(virtual.ledger.largestAllocation()).isLessThanOrEqualTo(1_000);
        virtual.requireClean();
    }

    private static Transfer answer(GetRequest request, ResponseSink sink, SyntheticBytes content, Random random) {
        ByteRange asked = request.range() instanceof GetRange.Bounded bounded
                ? bounded.range().intersection(ByteRange.of(0, LENGTH))
                : ByteRange.of(
                        LENGTH - Math.min(LENGTH, request.range().length()),
                        Math.min(LENGTH, request.range().length()));
        boolean right = random.nextInt(3) == 0;
        String header = "bytes " + asked.offset() + "-" + (asked.end() - 1) + "/" + LENGTH;
        int[] statuses = {200, 206, 206, 206, 204, 304, 100, 599};
        ResponseHead head = new ResponseHead(
                right ? 206 : statuses[random.nextInt(statuses.length)],
                right || random.nextBoolean()
                        ? OptionalLong.of(asked.length())
                        : OptionalLong.of(random.nextInt(20_000)),
                ContentRange.parse(right ? header : mutated(header, random)),
                random.nextInt(20) > 0 ? Optional.of(ObjectVersion.etag("\"1\"")) : Optional.empty(),
                Optional.empty(),
                Optional.of("id"));
        byte[] body = content.bytes(asked);
        int sent = random.nextInt(3) == 0 ? random.nextInt(body.length + 1) : body.length;
        if (sink.onHead(head)) {
            for (int at = 0; at < sent; ) {
                int part = Math.min(sent - at, 1 + random.nextInt(400));
                sink.onBytes(ByteBuffer.wrap(body, at, part));
                at += part;
            }
            if (random.nextInt(4) == 0) {
                sink.onBytes(ByteBuffer.allocate(random.nextInt(5_000)));
            }
        }
        return ScriptedBackend.transfer(
                random.nextInt(6) == 0
                        ? CompletableFuture.failedFuture(new IllegalStateException("damaged"))
                        : CompletableFuture.completedFuture(null));
    }
}
