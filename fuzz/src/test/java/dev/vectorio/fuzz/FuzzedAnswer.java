package dev.vectorio.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.ResponseHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a store answers to everything.
 *
 * @param status HTTP status
 * @param length the {@code Content-Length}
 * @param header the {@code Content-Range}
 * @param body what follows, whatever the head says
 */
record FuzzedAnswer(int status, int length, String header, ByteBuffer body) {
    private static final int FIXED = 4;

    static FuzzedAnswer of(byte[] data) {
        ByteBuffer numbers = ByteBuffer.wrap(Arrays.copyOf(data, FIXED));
        String rest = new String(
                data, Math.min(FIXED, data.length), Math.max(0, data.length - FIXED), StandardCharsets.ISO_8859_1);
        int line = rest.indexOf('\n');
        String header = line < 0 ? rest : rest.substring(0, line);
        String body = line < 0 ? "" : rest.substring(line + 1);
        return new FuzzedAnswer(
                numbers.getShort(),
                Short.toUnsignedInt(numbers.getShort()),
                header,
                ByteBuffer.wrap(body.getBytes(StandardCharsets.ISO_8859_1)));
    }

    ResponseHead head() {
        return new ResponseHead(
                status,
                OptionalLong.of(length),
                ContentRange.parse(header),
                Optional.of(ObjectVersion.etag("\"1\"")),
                Optional.empty(),
                Optional.of("id"));
    }

    /** The bytes are those of the body at the place that the header gives it. */
    void requireHolds(ByteRange range, ByteBuffer bytes) {
        ByteRange served = ContentRange.parse(header).orElseThrow().range().orElseThrow();
        int at = Math.toIntExact(range.offset() - served.offset());
        assertThat(bytes).isEqualTo(body.slice(at, Math.toIntExact(range.length())));
    }
}
