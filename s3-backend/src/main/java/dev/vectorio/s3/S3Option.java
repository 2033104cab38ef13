package dev.vectorio.s3;

import dev.vectorio.spi.BackendOption;
import java.util.List;
import java.util.Locale;

/** The table of options; {@code docs/configuration-s3.md} prints it. */
final class S3Option {
    static final String PREFIX = "vectorio.s3.";

    static final BackendOption ENDPOINT = BackendOption.open(
            PREFIX,
            "endpoint",
            "AWS",
            "an address such as `https://store.example:9000`",
            "The store. Plain `http` only by writing it here. Without a region, requests are signed for `us-east-1`.");
    static final BackendOption REGION = BackendOption.open(
            PREFIX,
            "region",
            "from the environment",
            "a region such as `eu-central-1`",
            "The region of the buckets. Default: the environment, the profile or the instance, in that order.");
    static final BackendOption PATH_STYLE = BackendOption.open(
            PREFIX,
            "path-style",
            "`false`",
            BackendOption.SWITCH,
            "`endpoint/bucket/key` instead of `bucket.endpoint/key`; most stores that are not AWS want it.");
    static final BackendOption ANONYMOUS = BackendOption.open(
            PREFIX, "anonymous", "`false`", BackendOption.SWITCH, "Requests are not signed: for public objects.");
    static final BackendOption ACCESS_KEY_ID = BackendOption.open(
            PREFIX,
            "access-key-id",
            "none",
            "text",
            "Fixed credentials, with `secret-access-key`. Without them: the profile, or the usual places (system "
                    + "properties, environment, web identity, profile, container, instance). A place that is set up and "
                    + "fails is the answer; the next one is not tried.");
    static final BackendOption SECRET_ACCESS_KEY =
            BackendOption.secret(PREFIX, "secret-access-key", "text", "Belongs to `access-key-id`.");
    static final BackendOption SESSION_TOKEN = BackendOption.secret(
            PREFIX, "session-token", "text", "Belongs to `access-key-id`, for temporary credentials.");
    static final BackendOption PROFILE = BackendOption.open(
            PREFIX,
            "profile",
            "none",
            "the name of a profile in the AWS configuration files",
            "Credentials, and the region if `region` is not set, come from this profile.");
    static final BackendOption CREDENTIALS_REFRESH_AHEAD = BackendOption.open(
            PREFIX,
            "credentials-refresh-ahead",
            "`5m`",
            BackendOption.TIMES,
            "Temporary credentials are renewed this long before they expire, while requests go on with the old ones.");
    static final BackendOption REQUESTER_PAYS = BackendOption.open(
            PREFIX,
            "requester-pays",
            "`false`",
            BackendOption.SWITCH,
            "Agrees to pay for requests to a requester-pays bucket.");
    static final BackendOption SSE_C_KEY = BackendOption.secret(
            PREFIX,
            "sse-c-key",
            "32 bytes in Base64",
            "The key of objects that the store encrypted with a customer's key.");
    static final BackendOption HTTP_CLIENT = BackendOption.open(
            PREFIX,
            "http-client",
            "`crt`",
            "`netty` or `crt`",
            "What carries the requests. `crt` is native code and costs less processor time (figures in `s3-backend/README.md`); `netty` runs wherever Java does.");
    static final BackendOption MAX_CONNECTIONS = BackendOption.open(
            PREFIX,
            "max-connections",
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool. A pool smaller than the request limit lowers the limit.");
    static final BackendOption CONNECT_TIMEOUT = BackendOption.connectTimeout(PREFIX);
    static final BackendOption MAX_IDLE_TIME = BackendOption.maxIdleTime(PREFIX);

    static final List<BackendOption> ALL = List.of(
            ENDPOINT,
            REGION,
            PATH_STYLE,
            ANONYMOUS,
            ACCESS_KEY_ID,
            SECRET_ACCESS_KEY,
            SESSION_TOKEN,
            PROFILE,
            CREDENTIALS_REFRESH_AHEAD,
            REQUESTER_PAYS,
            SSE_C_KEY,
            HTTP_CLIENT,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            MAX_IDLE_TIME);

    private S3Option() {}

    static S3HttpClient readHttpClient(String text) {
        if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
        return S3HttpClient.valueOf(text.toUpperCase(Locale.ROOT));
    }
}
