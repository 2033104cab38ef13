package dev.vectorio.store.s3;

import dev.vectorio.store.http.RequestHead;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a request's address names. Keys are percent-decoded exactly once and nothing else is done to them: {@code +},
 * {@code //}, {@code .} and {@code ..} stay as they are.
 *
 * @param bucket bucket name; empty for the whole store
 * @param key object key; empty for the bucket
 * @param query decoded parameters; the first wins where a name occurs twice
 * @param wellFormed whether the address is valid percent-encoded UTF-8
 */
record S3Target(String bucket, String key, Map<String, String> query, boolean wellFormed) {

    static S3Target of(RequestHead head, Optional<String> virtualHostSuffix) {
        Optional<String> hostBucket = virtualHostSuffix.flatMap(suffix -> bucketOfHost(head, suffix));
        String path = head.path().substring(1);
        int slash = path.indexOf('/');
        String rawBucket = hostBucket.orElseGet(() -> slash < 0 ? path : path.substring(0, slash));
        String rawKey = hostBucket.isPresent() ? path : slash < 0 ? "" : path.substring(slash + 1);
        Optional<String> bucket = percentDecoded(rawBucket);
        Optional<String> key = percentDecoded(rawKey);
        return new S3Target(
                bucket.orElse(rawBucket),
                key.orElse(rawKey),
                parameters(head.query()),
                bucket.isPresent() && key.isPresent());
    }

    private static Optional<String> bucketOfHost(RequestHead head, String suffix) {
        String host = head.header("Host").orElse("");
        int port = host.lastIndexOf(':');
        String name = port < 0 ? host : host.substring(0, port);
        return name.endsWith("." + suffix)
                ? Optional.of(name.substring(0, name.length() - suffix.length() - 1))
                : Optional.empty();
    }

    private static Map<String, String> parameters(String query) {
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
        return percentDecoded(raw.replace('+', ' ')).orElse(raw);
    }

    /** Percent-decodes once; empty if the result is no UTF-8 or an escape is broken. */
    static Optional<String> percentDecoded(String raw) {
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

    /** Whether the parameter is there, with or without a value. */
    boolean has(String parameter) {
        return query.containsKey(parameter);
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** The value of a number parameter. */
    Optional<Integer> number(String name) {
        try {
            return parameter(name).map(Integer::valueOf);
        } catch (NumberFormatException e) {
            throw S3Refusal.invalid("InvalidArgument", "Argument " + name + " must be an integer");
        }
    }
}
