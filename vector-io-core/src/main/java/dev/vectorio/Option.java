package dev.vectorio;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One row of the option table.
 *
 * @param key the key without the prefix, such as {@code max-gap-bytes}
 * @param legal how a value is written and which values are legal
 * @param initial the default
 * @param component reads the value out of the record
 * @param meaning one or two sentences for the documentation
 */
record Option<T>(String key, Legal<T> legal, T initial, Function<VectorIoOptions, T> component, String meaning) {
    /**
     * Legal values.
     *
     * @param words what errors and the documentation say after "must be"
     */
    record Legal<T>(ValueFormat<T> format, String words, Predicate<T> check) {}

    /** The key as users write it. */
    String fullKey() {
        return OptionTable.PREFIX + key;
    }

    /** The value of a text; surrounding white space does not count. */
    T parse(String text) {
        T value;
        try {
            value = legal.format().parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(complaint(text), e);
        }
        if (!legal.check().test(value)) {
            throw new IllegalArgumentException(complaint(text));
        }
        return value;
    }

    /** The value as text that {@link #parse} takes back. */
    String print(T value) {
        return legal.format().print(value);
    }

    /** Lets a legal value pass. */
    void require(T value) {
        if (!legal.check().test(value)) {
            throw new IllegalArgumentException(complaint(print(value)));
        }
    }

    private String complaint(String text) {
        return fullKey() + "=" + text + ": must be " + legal.words();
    }
}
