package dev.vectorio.gcs;

import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of the table of options; {@code docs/configuration-gcs.md} prints it.
 *
 * @param name the key after {@code vectorio.gcs.}
 * @param secret true if no message may hold the value
 * @param initial the default between backquotes, or words for what happens without a value
 * @param legal what may be written
 * @param meaning one or two sentences
 */
record GcsOption(String name, boolean secret, String initial, String legal, String meaning) {
    static final String PREFIX = "vectorio.gcs.";

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final String TIMES = "a time such as `500ms`, `5s` or `PT5S`";

    static final GcsOption ENDPOINT = open(
            "endpoint",
            "Google",
            "an address such as `https://store.example:9000`",
            "The store. Plain `http` only by writing it here. For anything but Google, `anonymous` is most often needed too.");
    static final GcsOption ANONYMOUS = open(
            "anonymous", "`false`", "`true` or `false`", "Requests carry no token: for public objects and emulators.");
    static final GcsOption SERVICE_ACCOUNT_FILE = open(
            "service-account-file",
            "application default credentials",
            "the path of a JSON key of a service account",
            "Requests are those of this service account. Without it: `GOOGLE_APPLICATION_CREDENTIALS`, gcloud's own, or the "
                    + "machine's account, in that order, looked for at the first request.");
    static final GcsOption USER_PROJECT =
            open("user-project", "none", "the id of a project", "Is billed for requests to a requester-pays bucket.");
    static final GcsOption CUSTOMER_KEY = secret(
            "customer-key",
            "32 bytes in Base64",
            "The key of objects that the store encrypted with a customer-supplied key; other objects cannot be read with it.");
    static final GcsOption MAX_CONNECTIONS = open(
            "max-connections",
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool. A pool smaller than the request limit lowers the limit.");
    static final GcsOption CONNECT_TIMEOUT =
            open("connect-timeout", "`5s`", TIMES, "A connection that takes longer to be set up has failed.");
    static final GcsOption MAX_IDLE_TIME =
            open("max-idle-time", "`30s`", TIMES, "A connection that was not used for longer is closed.");

    static final List<GcsOption> ALL = List.of(
            ENDPOINT,
            ANONYMOUS,
            SERVICE_ACCOUNT_FILE,
            USER_PROJECT,
            CUSTOMER_KEY,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            MAX_IDLE_TIME);

    private static GcsOption open(String name, String initial, String legal, String meaning) {
        return new GcsOption(name, false, initial, legal, meaning);
    }

    private static GcsOption secret(String name, String legal, String meaning) {
        return new GcsOption(name, true, "none", legal, meaning);
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
            String shown = text.replaceAll("//[^/]*@", "//...@").replaceAll("\\?.*", "?...");
            throw new IllegalArgumentException(key() + (secret ? "" : "=" + shown) + ": must be " + legal);
        }
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
