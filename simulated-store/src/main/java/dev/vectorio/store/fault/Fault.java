package dev.vectorio.store.fault;

import dev.vectorio.store.fault.AnswerShape.Ending;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.request.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One way in which an answer goes wrong. Several may shape the same answer. The name appears in the request log.
 *
 * @param name short name
 * @param effect what it does to the answer
 */
public record Fault(String name, Consumer<AnswerShape> effect) {
    private static final long CHUNK_BYTES = 100_000;

    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

    /** An error instead of the operation, for example {@code error(503, "SlowDown")}; the dialect words the body. */
    public static Fault error(int status, String code) {
        return error(status, code, Map.of());
    }

    /** The same with header lines, for example {@code Retry-After} or {@code x-amz-bucket-region}. */
    public static Fault error(int status, String code, Map<String, String> headers) {
        AnswerShape.Refusal refusal = new AnswerShape.Refusal(status, code, headers);
        return new Fault("error-" + status + "-" + code, shape -> shape.refuse(refusal));
    }

    /** Any answer whatever instead of the operation's own. */
    public static Fault answer(Answer instead) {
        return editing("answer-" + instead.status(), own -> own.bodySent() ? instead : instead.headOnly());
    }

    /** More time to the first byte. */
    public static Fault delay(Duration more) {
        return new Fault("delay", shape -> shape.delay(more));
    }

    /** Runs {@code task} before the answer is made, for example to replace the object; it must not block. */
    public static Fault before(Runnable task) {
        return new Fault("before", shape -> shape.before(task));
    }

    /** Nothing comes, not even a head, and the connection stays open. */
    public static Fault stallBeforeHead() {
        return new Fault("stall-before-head", shape -> shape.withholdHead(Ending.STALL));
    }

    /** After {@code bodyBytes} nothing more comes, and the connection stays open. */
    public static Fault stallAfter(long bodyBytes) {
        return new Fault("stall-after-" + bodyBytes, shape -> shape.cut(bodyBytes, Ending.STALL));
    }

    /** The connection is reset instead of an answer; the operation has happened. */
    public static Fault resetBeforeHead() {
        return new Fault("reset-before-head", shape -> shape.withholdHead(Ending.RESET));
    }

    /** The connection is closed instead of an answer; the operation has happened. */
    public static Fault closeBeforeHead() {
        return new Fault("close-before-head", shape -> shape.withholdHead(Ending.CLOSE));
    }

    /** The connection is reset after {@code bodyBytes}. */
    public static Fault resetAfter(long bodyBytes) {
        return new Fault("reset-after-" + bodyBytes, shape -> shape.cut(bodyBytes, Ending.RESET));
    }

    /** The connection is closed in good order after {@code bodyBytes}: a body shorter than its head promised. */
    public static Fault closeAfter(long bodyBytes) {
        return new Fault("close-after-" + bodyBytes, shape -> shape.cut(bodyBytes, Ending.CLOSE));
    }

    /** The body flows at no more than {@code bytesPerSecond}. */
    public static Fault slowBody(long bytesPerSecond) {
        return new Fault("slow-body", shape -> shape.limit(bytesPerSecond));
    }

    /** The body comes in writes of {@code bytes} bytes, {@code interval} apart. */
    public static Fault dribble(int bytes, Duration interval) {
        AnswerShape.Dribble dribble = new AnswerShape.Dribble(bytes, interval);
        return new Fault("dribble-" + bytes, shape -> shape.dribble(dribble));
    }

    /** The range is ignored: 200 and the whole object. */
    public static Fault rangeIgnored() {
        return new Fault("range-ignored", AnswerShape::ignoreRange);
    }

    /** {@code extraBytes} more bytes on the wire than {@code Content-Length} says; the connection is closed behind them. */
    public static Fault bodyTooLong(int extraBytes) {
        ByteSource extra = StoredBytes.copyOf(new byte[extraBytes]);
        return new Fault("body-too-long", shape -> {
            shape.edit(a -> {
                Answer longer = a.withBody(JoinedBytes.of(List.of(a.body(), extra)));
                return a.contentLength().map(longer::withContentLength).orElse(longer);
            });
            shape.cut(Long.MAX_VALUE, Ending.CLOSE);
        });
    }

    /** A well-formed answer of only the first {@code bodyBytes} bytes, its {@code Content-Range} still promising all. */
    public static Fault truncated(long bodyBytes) {
        return editing("truncated-" + bodyBytes, a -> a.withBody(firstBytes(a.body(), bodyBytes)));
    }

    /** A well-formed answer without any body. */
    public static Fault emptyBody() {
        return editing("empty-body", a -> a.withBody(ByteSource.empty()));
    }

    /** A {@code Content-Length} that is off by {@code delta} while the body is right. */
    public static Fault contentLengthOff(long delta) {
        return editing(
                "content-length-off", a -> a.withContentLength(a.contentLength().orElse(0L) + delta));
    }

    /** A {@code Content-Range} that is shifted by {@code offset} bytes and names a total that is off by {@code total}. */
    public static Fault contentRangeOff(long offset, long total) {
        return editing("content-range-off", a -> {
            Matcher range = CONTENT_RANGE.matcher(a.header("Content-Range").orElse(""));
            if (!range.matches()) {
                return a;
            }
            String shifted = "bytes %d-%d/%d"
                    .formatted(
                            Long.parseLong(range.group(1)) + offset,
                            Long.parseLong(range.group(2)) + offset,
                            Long.parseLong(range.group(3)) + total);
            return a.withoutHeader("Content-Range").withHeader("Content-Range", shifted);
        });
    }

    /** A header with another value, added if it was not there: another {@code ETag}, a {@code Content-Encoding: gzip}. */
    public static Fault header(String name, String value) {
        return editing("header-" + name, a -> a.withoutHeader(name).withHeader(name, value));
    }

    /** A header twice, with its own value and this one. */
    public static Fault duplicateHeader(String name, String second) {
        return editing("duplicate-" + name, a -> a.withHeader(name, second));
    }

    /** A header missing. Without {@code Content-Length} the body ends with the connection. */
    public static Fault headerMissing(String name) {
        if (!name.equalsIgnoreCase("Content-Length")) {
            return editing("missing-" + name, a -> a.withoutHeader(name));
        }
        return new Fault("missing-" + name, shape -> {
            shape.edit(a -> a.withoutHeader(name).withHeader("Connection", "close"));
            shape.cut(Long.MAX_VALUE, Ending.CLOSE);
        });
    }

    /** The body in chunks, its length not said. */
    public static Fault chunked() {
        return editing(
                "chunked",
                a -> a.withBody(inChunks(a.body()))
                        .withoutHeader("Content-Length")
                        .withHeader("Transfer-Encoding", "chunked"));
    }

    /** RFC 9112, 7.1: each chunk behind its size, and an empty one at the end. */
    private static ByteSource inChunks(ByteSource body) {
        List<ByteSource> parts = new ArrayList<>();
        for (long at = 0; at < body.length(); at += CHUNK_BYTES) {
            long size = Math.min(CHUNK_BYTES, body.length() - at);
            parts.add(line(Long.toHexString(size)));
            parts.add(new SlicedBytes(body, at, size));
            parts.add(line(""));
        }
        parts.add(line("0"));
        parts.add(line(""));
        return JoinedBytes.of(parts);
    }

    private static ByteSource line(String text) {
        return StoredBytes.copyOf((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Bytes of another body: every byte of the right one inverted would be {@code b -> ~b}. */
    public static Fault body(UnaryOperator<ByteSource> other) {
        return editing("other-body", a -> a.withBody(other.apply(a.body())));
    }

    /** Something that is not HTTP, and the end of the connection. */
    public static Fault garbage() {
        byte[] bytes = "220 mail.example ready\r\n\u0000\u0001\u0002".getBytes(StandardCharsets.ISO_8859_1);
        return new Fault("garbage", shape -> shape.raw(bytes));
    }

    private static Fault editing(String name, UnaryOperator<Answer> edit) {
        return new Fault(name, shape -> shape.edit(edit));
    }

    private static ByteSource firstBytes(ByteSource bytes, long count) {
        return count >= bytes.length() ? bytes : new SlicedBytes(bytes, 0, count);
    }
}
