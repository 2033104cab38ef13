package dev.vectorio.spi;

import dev.vectorio.model.NearestName;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of a backend's own table of options, from which its parsing, its messages and its page are made.
 *
 * @param prefix the part of the key that all options of the backend share, such as {@code vectorio.s3.}
 * @param name the rest of the key
 * @param secret true if no message may hold the value
 * @param initial the default between backquotes, or words for what happens without a value
 * @param legal what may be written
 * @param meaning one or two sentences
 */
public record BackendOption(String prefix, String name, boolean secret, String initial, String legal, String meaning) {
    /** What {@link #readTime} takes, as a page says it. */
    public static final String TIMES = "a time such as `500ms`, `5s` or `PT5S`";

    /** What {@link #readSwitch} takes, as a page says it. */
    public static final String SWITCH = "`true` or `false`";

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** An option that may be shown. */
    public static BackendOption open(String prefix, String name, String initial, String legal, String meaning) {
        return new BackendOption(prefix, name, false, initial, legal, meaning);
    }

    /** An option that no message may show, without a default. */
    public static BackendOption secret(String prefix, String name, String legal, String meaning) {
        return new BackendOption(prefix, name, true, "none", legal, meaning);
    }

    /** {@code connect-timeout}, which every backend with a pool of connections has. */
    public static BackendOption connectTimeout(String prefix) {
        return open(
                prefix, "connect-timeout", "`5s`", TIMES, "A connection that takes longer to be set up has failed.");
    }

    /** {@code max-idle-time}, which every backend with a pool of connections has. */
    public static BackendOption maxIdleTime(String prefix) {
        return open(prefix, "max-idle-time", "`30s`", TIMES, "A connection that was not used for longer is closed.");
    }

    /** The whole key. */
    public String key() {
        return prefix + name;
    }

    /** The default of an option that has one. */
    public String initialValue() {
        return initial.replace("`", "");
    }

    /** The row of the page. */
    public String row() {
        return "| `" + key() + "` | " + initial + " | " + legal + " | " + meaning + " |";
    }

    /**
     * Refuses keys that no row of a table has taken.
     *
     * @param left what is left of the keys with the table's prefix
     * @param table all rows of the backend
     * @throws IllegalArgumentException naming the first key and the nearest that there is, without a value
     */
    public static void requireNoneLeft(Map<String, String> left, List<BackendOption> table) {
        left.keySet().stream().sorted().findFirst().ifPresent(unknown -> {
            String nearest = NearestName.of(unknown, table, BackendOption::key)
                    .map(option -> "; the nearest is " + option.key())
                    .orElse("");
            throw new IllegalArgumentException(unknown + ": there is no such option" + nearest);
        });
    }

    /** As {@link #read(String, String, Function)}, for the option's own key. */
    public <T> T read(String text, Function<String, T> reader) {
        return read(key(), text, reader);
    }

    /**
     * Reads a value.
     *
     * @param key the key that the user wrote
     * @throws IllegalArgumentException naming key and value (never a secret one) if it cannot be read
     */
    public <T> T read(String key, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            String shown = text.replaceAll("//[^/]*@", "//...@").replaceAll("\\?.*", "?...");
            throw new IllegalArgumentException(key + (secret ? "" : "=" + shown) + ": must be " + legal);
        }
    }

    /** Takes the option's value out of {@code given}, if it is there. */
    public <T> Optional<T> take(Map<String, String> given, Function<String, T> reader) {
        return Optional.ofNullable(given.remove(key())).map(text -> read(text, reader));
    }

    /** As {@link #take}, or the default. */
    public <T> T takeOr(Map<String, String> given, Function<String, T> reader) {
        return take(given, reader).orElseGet(() -> reader.apply(initialValue()));
    }

    /** {@code true} or {@code false}, nothing else. */
    public static boolean readSwitch(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    /** Any text but the empty one. */
    public static String readText(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }

    /** A whole number of at least 1. */
    public static int readCount(String text) {
        int count = Integer.parseInt(text);
        if (count < 1) {
            throw new IllegalArgumentException(text);
        }
        return count;
    }

    /** {@code 500ms}, {@code 5s}, {@code 3m}, {@code 1h} or ISO 8601, more than nothing. */
    public static Duration readTime(String text) {
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

    /** An address with a host, over {@code http} or {@code https}, without user and query. */
    public static URI readEndpoint(String text) {
        URI uri = URI.create(text);
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("not an endpoint");
        }
        return uri;
    }
}
