package dev.vectorio;

import dev.vectorio.Option.Legal;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How values of one type are written in properties. What {@code print} gives, {@code parse} takes back.
 *
 * @param reader throws {@link IllegalArgumentException} at text of another form
 */
record ValueFormat<T>(Function<String, T> reader, Function<T, String> printer) {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})(?:([KMGT])(?:iB)?)?");
    private static final Pattern UNIT_TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,10}");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");
    private static final String UNITS = "KMGT";

    /** Bytes: {@code 131072}, {@code 128K}, {@code 128KiB}; K, M, G and T are binary. */
    static final ValueFormat<Long> BYTES = new ValueFormat<>(ValueFormat::parseSize, ValueFormat::printSize);

    /** Bytes, or -1. */
    static final ValueFormat<Long> BYTES_OR_MINUS_ONE =
            new ValueFormat<>(text -> text.equals("-1") ? -1 : parseSize(text), ValueFormat::printSize);

    /** Bytes, or {@code auto}. */
    static final ValueFormat<OptionalLong> BYTES_OR_AUTO = new ValueFormat<>(
            text -> text.equals("auto") ? OptionalLong.empty() : OptionalLong.of(parseSize(text)),
            bytes -> bytes.isPresent() ? printSize(bytes.getAsLong()) : "auto");

    /** A whole number without a sign. */
    static final ValueFormat<Integer> COUNT =
            new ValueFormat<>(text -> Integer.valueOf(matched(WHOLE, text).group()), String::valueOf);

    /** A decimal number without sign and exponent. */
    static final ValueFormat<Double> RATIO =
            new ValueFormat<>(text -> Double.valueOf(matched(DECIMAL, text).group()), ValueFormat::printRatio);

    /** {@code 500ms}, {@code 2s}, {@code 3m}, {@code 1h} or ISO 8601 such as {@code PT5S}; a bare number has no unit and is refused. */
    static final ValueFormat<Duration> TIME = new ValueFormat<>(ValueFormat::parseTime, ValueFormat::printTime);

    /** {@code true} or {@code false}, nothing else. */
    static final ValueFormat<Boolean> SWITCH = new ValueFormat<>(ValueFormat::parseSwitch, String::valueOf);

    /** Text as it stands. */
    static final ValueFormat<String> TEXT = new ValueFormat<>(Function.identity(), Function.identity());

    T parse(String text) {
        return reader.apply(text);
    }

    String print(T value) {
        return printer.apply(value);
    }

    /** This format, and a word for absence. */
    ValueFormat<Optional<T>> or(String absent) {
        return new ValueFormat<>(
                text -> text.equals(absent) ? Optional.empty() : Optional.of(parse(text)),
                value -> value.map(this::print).orElse(absent));
    }

    /** All constants of an enum, written in lower case: {@code VERSION_ID} as {@code version-id}. */
    static <E extends Enum<E>> Legal<E> oneOf(Class<E> type) {
        Map<String, E> constants = Stream.of(type.getEnumConstants())
                .collect(Collectors.toUnmodifiableMap(ValueFormat::wordOf, Function.identity()));
        String words = Stream.of(type.getEnumConstants())
                .map(constant -> "`" + wordOf(constant) + "`")
                .collect(Collectors.joining(" or "));
        return new Legal<>(
                new ValueFormat<>(
                        text -> Optional.ofNullable(constants.get(text)).orElseThrow(IllegalArgumentException::new),
                        ValueFormat::wordOf),
                words,
                constant -> true);
    }

    private static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static long parseSize(String text) {
        Matcher m = matched(SIZE, text);
        long number = Long.parseLong(m.group(1));
        try {
            return m.group(2) == null ? number : Math.multiplyExact(number, unitBytes(UNITS.indexOf(m.group(2))));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too large: " + text, e);
        }
    }

    private static String printSize(long bytes) {
        for (int unit = UNITS.length() - 1; unit >= 0; unit--) {
            if (bytes > 0 && bytes % unitBytes(unit) == 0) {
                return bytes / unitBytes(unit) + UNITS.substring(unit, unit + 1) + "iB";
            }
        }
        return Long.toString(bytes);
    }

    private static long unitBytes(int unit) {
        return 1L << (10 * (unit + 1));
    }

    private static String printRatio(double ratio) {
        return Double.isFinite(ratio) ? BigDecimal.valueOf(ratio).toPlainString() : Double.toString(ratio);
    }

    private static Duration parseTime(String text) {
        Matcher m = UNIT_TIME.matcher(text);
        if (!m.matches()) {
            return parseIsoTime(text);
        }
        long number = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private static Duration parseIsoTime(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("not a time: " + text, e);
        }
    }

    private static String printTime(Duration time) {
        boolean withinADay = !time.isNegative() && time.compareTo(Duration.ofDays(1)) <= 0;
        if (!withinADay || !Duration.ofMillis(time.toMillis()).equals(time)) {
            return time.toString();
        }
        long millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    private static boolean parseSwitch(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false: " + text);
        };
    }

    private static Matcher matched(Pattern form, String text) {
        Matcher m = form.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("not of the form " + form + ": " + text);
        }
        return m;
    }
}
