package dev.vectorio.s3;

import dev.vectorio.spi.BackendOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Between {@link S3Options} and text. */
final class S3OptionReader {
    private S3OptionReader() {}

    /** Takes the keys it knows out of {@code given}. */
    static S3Options read(Map<String, String> given) {
        Optional<Integer> connections = S3Option.MAX_CONNECTIONS.take(given, BackendOption::readCount);
        return new S3Options(
                S3Option.ENDPOINT.take(given, BackendOption::readEndpoint),
                S3Option.REGION.take(given, BackendOption::readText),
                S3Option.PATH_STYLE.takeOr(given, BackendOption::readSwitch),
                S3Option.ANONYMOUS.takeOr(given, BackendOption::readSwitch),
                S3Option.ACCESS_KEY_ID.take(given, BackendOption::readText),
                S3Option.SECRET_ACCESS_KEY.take(given, BackendOption::readText),
                S3Option.SESSION_TOKEN.take(given, BackendOption::readText),
                S3Option.PROFILE.take(given, BackendOption::readText),
                S3Option.CREDENTIALS_REFRESH_AHEAD.takeOr(given, BackendOption::readTime),
                S3Option.REQUESTER_PAYS.takeOr(given, BackendOption::readSwitch),
                S3Option.SSE_C_KEY.take(given, BackendOption::readText),
                S3Option.HTTP_CLIENT.takeOr(given, S3Option::readHttpClient),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                S3Option.CONNECT_TIMEOUT.takeOr(given, BackendOption::readTime),
                S3Option.MAX_IDLE_TIME.takeOr(given, BackendOption::readTime));
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
}
