package dev.vectorio.s3;

import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of the table of options; {@code docs/configuration-s3.md} prints it.
 *
 * @param name the key after {@code vectorio.s3.}
 * @param secret true if no message may hold the value
 * @param initial the default between backquotes, or words for what happens without a value
 * @param legal what may be written
 * @param meaning one or two sentences
 */
record S3Option(String name, boolean secret, String initial, String legal, String meaning) {
    static final String PREFIX = "vectorio.s3.";

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final String TIMES = "a time such as `500ms`, `5s` or `PT5S`";
    private static final String SWITCH = "`true` or `false`";

    static final S3Option ENDPOINT = open(
            "endpoint",
            "AWS",
            "an address such as `https://store.example:9000`",
            "The store. Plain `http` only by writing it here. Without a region, requests are signed for `us-east-1`.");
    static final S3Option REGION = open(
            "region",
            "from the environment",
            "a region such as `eu-central-1`",
            "The region of the buckets. Default: the environment, the profile or the instance, in that order.");
    static final S3Option PATH_STYLE = open(
            "path-style",
            "`false`",
            SWITCH,
            "`endpoint/bucket/key` instead of `bucket.endpoint/key`; most stores that are not AWS want it.");
    static final S3Option ANONYMOUS =
            open("anonymous", "`false`", SWITCH, "Requests are not signed: for public objects.");
    static final S3Option ACCESS_KEY_ID = open(
            "access-key-id",
            "none",
            "text",
            "Fixed credentials, with `secret-access-key`. Without them: the profile, or the usual places (system "
                    + "properties, environment, web identity, profile, container, instance). A place that is set up and "
                    + "fails is the answer; the next one is not tried.");
    static final S3Option SECRET_ACCESS_KEY = secret("secret-access-key", "text", "Belongs to `access-key-id`.");
    static final S3Option SESSION_TOKEN =
            secret("session-token", "text", "Belongs to `access-key-id`, for temporary credentials.");
    static final S3Option PROFILE = open(
            "profile",
            "none",
            "the name of a profile in the AWS configuration files",
            "Credentials, and the region if `region` is not set, come from this profile.");
    static final S3Option CREDENTIALS_REFRESH_AHEAD = open(
            "credentials-refresh-ahead",
            "`5m`",
            TIMES,
            "Temporary credentials are renewed this long before they expire, while requests go on with the old ones.");
    static final S3Option REQUESTER_PAYS =
            open("requester-pays", "`false`", SWITCH, "Agrees to pay for requests to a requester-pays bucket.");
    static final S3Option SSE_C_KEY = secret(
            "sse-c-key", "32 bytes in Base64", "The key of objects that the store encrypted with a customer's key.");
    static final S3Option HTTP_CLIENT = open(
            "http-client",
            "`crt`",
            "`netty` or `crt`",
            "What carries the requests. `crt` is native code and costs less processor time (figures in `s3-backend/README.md`); `netty` runs wherever Java does.");
    static final S3Option MAX_CONNECTIONS = open(
            "max-connections",
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool. A pool smaller than the request limit lowers the limit.");
    static final S3Option CONNECT_TIMEOUT =
            open("connect-timeout", "`5s`", TIMES, "A connection that takes longer to be set up has failed.");
    static final S3Option MAX_IDLE_TIME =
            open("max-idle-time", "`30s`", TIMES, "A connection that was not used for longer is closed.");

    static final List<S3Option> ALL = List.of(
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

    private static S3Option open(String name, String initial, String legal, String meaning) {
        return new S3Option(name, false, initial, legal, meaning);
    }

    private static S3Option secret(String name, String legal, String meaning) {
        return new S3Option(name, true, "none", legal, meaning);
    }

    /** The default of an option that has one. */
    String initialValue() {
        return initial.replace("`", "");
    }

    /** The row of the page. */
    String row() {
        return "| `" + key() + "` | " + initial + " | " + legal + " | " + meaning + " |";
    }

    String key() {
        return PREFIX + name;
    }

    /** Reads a value, and names key and value (never a secret one) if it cannot be read. */
    <T> T read(String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw complaint(text, legal);
        }
    }

    IllegalArgumentException complaint(String text, String mustBe) {
        String shown = text.replaceAll("//[^/]*@", "//...@").replaceAll("\\?.*", "?...");
        return new IllegalArgumentException(key() + (secret ? "" : "=" + shown) + ": must be " + mustBe);
    }

    static boolean readSwitch(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static String readText(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }

    static int readCount(String text) {
        int count = Integer.parseInt(text);
        if (count < 1) {
            throw new IllegalArgumentException(text);
        }
        return count;
    }

    static S3HttpClient readHttpClient(String text) {
        if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
        return S3HttpClient.valueOf(text.toUpperCase(Locale.ROOT));
    }

    static Duration readTime(String text) {
        Matcher m = TIME.matcher(text);
        Duration time = m.matches() ? ofUnit(Long.parseLong(m.group(1)), m.group(2)) : Duration.parse(text);
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(text);
        }
        return time;
    }

    private static Duration ofUnit(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    static URI readEndpoint(String text) {
        URI uri = URI.create(text);
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("not an endpoint");
        }
        return uri;
    }
}
