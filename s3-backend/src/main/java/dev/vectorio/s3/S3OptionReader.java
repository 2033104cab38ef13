package dev.vectorio.s3;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/** Between {@link S3Options} and text. */
final class S3OptionReader {
    private S3OptionReader() {}

    /** Takes the keys it knows out of {@code given}. */
    static S3Options read(Map<String, String> given) {
        Optional<Integer> connections = take(given, S3Option.MAX_CONNECTIONS, S3Option::readCount);
        return new S3Options(
                take(given, S3Option.ENDPOINT, S3Option::readEndpoint),
                take(given, S3Option.REGION, S3Option::readText),
                takeOr(given, S3Option.PATH_STYLE, S3Option::readSwitch),
                takeOr(given, S3Option.ANONYMOUS, S3Option::readSwitch),
                take(given, S3Option.ACCESS_KEY_ID, S3Option::readText),
                take(given, S3Option.SECRET_ACCESS_KEY, S3Option::readText),
                take(given, S3Option.SESSION_TOKEN, S3Option::readText),
                take(given, S3Option.PROFILE, S3Option::readText),
                takeOr(given, S3Option.CREDENTIALS_REFRESH_AHEAD, S3Option::readTime),
                takeOr(given, S3Option.REQUESTER_PAYS, S3Option::readSwitch),
                take(given, S3Option.SSE_C_KEY, S3Option::readText),
                takeOr(given, S3Option.HTTP_CLIENT, S3Option::readHttpClient),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                takeOr(given, S3Option.CONNECT_TIMEOUT, S3Option::readTime),
                takeOr(given, S3Option.MAX_IDLE_TIME, S3Option::readTime));
    }

    /** All that is set, secrets included: never printed as it is. */
    static Map<String, String> write(S3Options options) {
        Map<String, String> all = new TreeMap<>();
        options.endpoint().ifPresent(uri -> all.put(S3Option.ENDPOINT.key(), uri.toString()));
        options.region().ifPresent(text -> all.put(S3Option.REGION.key(), text));
        all.put(S3Option.PATH_STYLE.key(), Boolean.toString(options.pathStyle()));
        all.put(S3Option.ANONYMOUS.key(), Boolean.toString(options.anonymous()));
        options.accessKeyId().ifPresent(text -> all.put(S3Option.ACCESS_KEY_ID.key(), text));
        options.secretAccessKey().ifPresent(text -> all.put(S3Option.SECRET_ACCESS_KEY.key(), text));
        options.sessionToken().ifPresent(text -> all.put(S3Option.SESSION_TOKEN.key(), text));
        options.profile().ifPresent(text -> all.put(S3Option.PROFILE.key(), text));
        all.put(
                S3Option.CREDENTIALS_REFRESH_AHEAD.key(),
                options.credentialsRefreshAhead().toString());
        all.put(S3Option.REQUESTER_PAYS.key(), Boolean.toString(options.requesterPays()));
        options.sseCustomerKey().ifPresent(text -> all.put(S3Option.SSE_C_KEY.key(), text));
        all.put(S3Option.HTTP_CLIENT.key(), word(options.httpClient()));
        options.maxConnections().ifPresent(n -> all.put(S3Option.MAX_CONNECTIONS.key(), Integer.toString(n)));
        all.put(S3Option.CONNECT_TIMEOUT.key(), options.connectTimeout().toString());
        all.put(S3Option.MAX_IDLE_TIME.key(), options.maxIdleTime().toString());
        return all;
    }

    static String word(S3HttpClient client) {
        return client.name().toLowerCase(Locale.ROOT);
    }

    private static <T> Optional<T> take(Map<String, String> given, S3Option option, Function<String, T> reader) {
        return Optional.ofNullable(given.remove(option.key())).map(text -> option.read(text, reader));
    }

    private static <T> T takeOr(Map<String, String> given, S3Option option, Function<String, T> reader) {
        return take(given, option, reader).orElseGet(() -> reader.apply(option.initialValue()));
    }
}
