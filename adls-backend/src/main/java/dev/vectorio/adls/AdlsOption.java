package dev.vectorio.adls;

import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of the table of options; {@code docs/configuration-adls.md} prints it.
 *
 * @param name the key after {@code vectorio.adls.}; one that ends in {@code .<account>} stands for a key per account
 * @param secret true if no message may hold the value
 * @param initial the default between backquotes, or words for what happens without a value
 * @param legal what may be written
 * @param meaning one or two sentences
 */
record AdlsOption(String name, boolean secret, String initial, String legal, String meaning) {
    static final String PREFIX = "vectorio.adls.";
    static final String PER_ACCOUNT = ".<account>";

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final String TIMES = "a time such as `500ms`, `5s` or `PT5S`";
    private static final String KEYS = "an account key in Base64";
    private static final String SIGNATURES = "a query string with `sig=`, with or without `?` before it";

    static final AdlsOption ENDPOINT = new AdlsOption(
            "endpoint",
            false,
            "from the location",
            "an address such as `http://127.0.0.1:10000`",
            "Replaces the address of every account, for emulators and for accounts behind a name of their own. With a port"
                    + " the account follows as first part of the path (unless the address has a path). `https:` locations"
                    + " keep their own address.");
    static final AdlsOption ANONYMOUS = new AdlsOption(
            "anonymous",
            false,
            "`false`",
            "`true` or `false`",
            "Requests carry no authorization: for public containers.");
    static final AdlsOption ACCOUNT_KEY = new AdlsOption(
            "account-key",
            true,
            "none",
            KEYS,
            "Shared key of every account that has no key or signature of its own. Without any of them: the usual places"
                    + " (environment, workload identity, managed identity, command-line log-ins), which need"
                    + " `azure-identity` on the class path.");
    static final AdlsOption ACCOUNT_KEY_OF =
            new AdlsOption("account-key" + PER_ACCOUNT, true, "none", KEYS, "Shared key of one account.");
    static final AdlsOption SAS_TOKEN = new AdlsOption(
            "sas-token",
            true,
            "none",
            SIGNATURES,
            "Shared access signature for every account that has no key or signature of its own. One in an `https:` location"
                    + " goes before it.");
    static final AdlsOption SAS_TOKEN_OF = new AdlsOption(
            "sas-token" + PER_ACCOUNT, true, "none", SIGNATURES, "Shared access signature for one account.");
    static final AdlsOption MAX_CONNECTIONS = new AdlsOption(
            "max-connections",
            false,
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool, per account. A pool smaller than the request limit lowers the limit.");
    static final AdlsOption CONNECT_TIMEOUT = new AdlsOption(
            "connect-timeout", false, "`5s`", TIMES, "A connection that takes longer to be set up has failed.");
    static final AdlsOption MAX_IDLE_TIME = new AdlsOption(
            "max-idle-time", false, "`30s`", TIMES, "A connection that was not used for longer is closed.");

    static final List<AdlsOption> ALL = List.of(
            ENDPOINT,
            ANONYMOUS,
            ACCOUNT_KEY,
            ACCOUNT_KEY_OF,
            SAS_TOKEN,
            SAS_TOKEN_OF,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            MAX_IDLE_TIME);

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

    /** The key for one account, of an option that has a key per account. */
    String key(String account) {
        return key().replace(PER_ACCOUNT, "." + account);
    }

    /** Reads a value, and names key and value (never a secret one) if it cannot be read. */
    <T> T read(String key, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            String shown = text.replaceAll("//[^/]*@", "//...@").replaceAll("\\?.*", "?...");
            throw new IllegalArgumentException(key + (secret ? "" : "=" + shown) + ": must be " + legal);
        }
    }

    static boolean readSwitch(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static String readKey(String text) {
        if (text.isEmpty() || Base64.getDecoder().decode(text).length == 0) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }

    static String readSas(String text) {
        String sas = text.startsWith("?") ? text.substring(1) : text;
        if (!isSas(sas)) {
            throw new IllegalArgumentException("no signature");
        }
        return sas;
    }

    /** True for a query string that holds a signature. */
    static boolean isSas(String query) {
        return query.startsWith("sig=") || query.contains("&sig=");
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
