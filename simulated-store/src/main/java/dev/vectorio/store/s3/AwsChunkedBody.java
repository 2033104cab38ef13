package dev.vectorio.store.s3;

import dev.vectorio.store.http.BodyReceiver;
import dev.vectorio.store.http.PlainBody;
import dev.vectorio.store.http.ReceivedBody;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The {@code aws-chunked} content encoding: lines {@code size-in-hex[;chunk-signature=…]}, each followed by that many
 * bytes, the last of size 0 followed by trailers. Signatures of chunks are not checked.
 */
final class AwsChunkedBody implements BodyReceiver {
    private static final int LONGEST_LINE_BYTES = 16 << 10;

    private final PlainBody content;
    private final StringBuilder line = new StringBuilder();
    private final Map<String, String> trailers = new TreeMap<>();
    private Expected expected = Expected.SIZE;
    private long left;
    private Optional<String> defect = Optional.empty();

    private enum Expected {
        SIZE,
        BYTES,
        END_OF_BYTES,
        TRAILER,
        NOTHING
    }

    AwsChunkedBody(long expectedBytes) {
        content = new PlainBody(expectedBytes);
    }

    @Override
    public void receive(ByteBuf piece) {
        while (piece.isReadable() && defect.isEmpty() && expected != Expected.NOTHING) {
            if (expected == Expected.BYTES) {
                takeBytes(piece);
            } else {
                takeLine(piece);
            }
        }
    }

    private void takeBytes(ByteBuf piece) {
        int step = (int) Math.min(left, piece.readableBytes());
        content.receive(piece.readSlice(step));
        left -= step;
        if (left == 0) {
            expected = Expected.END_OF_BYTES;
        }
    }

    private void takeLine(ByteBuf piece) {
        int newline = piece.bytesBefore((byte) '\n');
        int step = newline < 0 ? piece.readableBytes() : newline;
        line.append(piece.readCharSequence(step, StandardCharsets.ISO_8859_1));
        if (newline >= 0) {
            piece.skipBytes(1);
            String whole = line.toString().strip();
            line.setLength(0);
            lineEnded(whole);
        } else if (line.length() > LONGEST_LINE_BYTES) {
            defect = Optional.of("a chunk header does not end");
        }
    }

    private void lineEnded(String text) {
        switch (expected) {
            case SIZE -> sizeLine(text);
            case END_OF_BYTES -> {
                if (!text.isEmpty()) {
                    defect = Optional.of("a chunk is longer than its size says");
                }
                expected = Expected.SIZE;
            }
            default -> trailerLine(text);
        }
    }

    private void sizeLine(String text) {
        int semicolon = text.indexOf(';');
        String size = semicolon < 0 ? text : text.substring(0, semicolon);
        try {
            left = Long.parseUnsignedLong(size.strip(), 16);
        } catch (NumberFormatException e) {
            defect = Optional.of("no chunk size: " + size);
        }
        expected = left == 0 ? Expected.TRAILER : Expected.BYTES;
    }

    private void trailerLine(String text) {
        int colon = text.indexOf(':');
        if (text.isEmpty()) {
            expected = Expected.NOTHING;
        } else if (colon > 0) {
            trailers.put(
                    text.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                    text.substring(colon + 1).strip());
        }
    }

    @Override
    public ReceivedBody finish() {
        ReceivedBody plain = content.finish();
        boolean complete = expected == Expected.NOTHING || expected == Expected.TRAILER;
        Optional<String> wrong =
                defect.or(() -> complete ? Optional.empty() : Optional.of("the last chunk is missing"));
        return new ReceivedBody(plain.bytes(), plain.md5(), trailers, wrong);
    }
}
