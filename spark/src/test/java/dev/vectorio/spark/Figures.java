package dev.vectorio.spark;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Pattern;

/** Answers that can be compared. */
final class Figures {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(?:E\\d+)?");

    private Figures() {}

    /** The text with its fractions to nine digits, as sums of doubles depend on the order of tasks. */
    static String rounded(String answer) {
        return NUMBER.matcher(answer)
                .replaceAll(number ->
                        new BigDecimal(number.group()).round(new MathContext(9)).toPlainString());
    }
}
