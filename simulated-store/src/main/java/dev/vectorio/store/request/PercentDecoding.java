package dev.vectorio.store.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads percent-encoded addresses, once and exactly: a plus sign is a space in queries alone. */
public final class PercentDecoding {
    private PercentDecoding() {}

    /** Percent-decodes once; empty if the result is no UTF-8 or an escape is broken. */
    public static Optional<String> decoded(String raw) {
        if (raw.indexOf('%') < 0 && raw.chars().allMatch(c -> c < 0x80)) {
            return Optional.of(raw);
        }
        byte[] bytes = new byte[raw.length()];
        int count = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '%') {
                bytes[count++] = (byte) c;
                continue;
            }
            boolean whole = i + 2 < raw.length();
            int high = whole ? Character.digit(raw.charAt(i + 1), 16) : -1;
            int low = whole ? Character.digit(raw.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes[count++] = (byte) (high << 4 | low);
            i += 2;
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, count))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The decoded parameters of a raw query; the first wins where a name occurs twice. */
    public static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (!name.isEmpty()) {
                parameters.putIfAbsent(queryDecoded(name), queryDecoded(value));
            }
        }
        return parameters;
    }

    private static String queryDecoded(String raw) {
        return decoded(raw.replace('+', ' ')).orElse(raw);
    }
}
