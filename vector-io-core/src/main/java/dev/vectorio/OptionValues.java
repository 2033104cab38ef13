package dev.vectorio;

import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.NearestName;
import dev.vectorio.model.RetryPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Values on their way into a {@link VectorIoOptions}; an option without a value has its default. Of one thread. */
final class OptionValues {
    private final Map<String, Object> given = new LinkedHashMap<>();

    /** Every value of some options. */
    static OptionValues of(VectorIoOptions options) {
        OptionValues values = new OptionValues();
        OptionTable.ALL.forEach(option -> values.copy(option, options));
        return values;
    }

    /** The values of properties; see {@link VectorIoOptions#from}. */
    static OptionValues parse(Map<String, String> properties) {
        OptionValues values = new OptionValues();
        // in the order of keys, so that of several errors always the same one is reported
        new TreeMap<>(properties).forEach((fullKey, text) -> {
            String key = fullKey.startsWith(OptionTable.PREFIX) ? fullKey.substring(OptionTable.PREFIX.length()) : "";
            if (fullKey.startsWith(OptionTable.PREFIX)
                    && OptionTable.FOREIGN.stream().noneMatch(key::startsWith)) {
                values.parse(optionOf(key, text), text);
            }
        });
        values.requireNoContradiction();
        return values;
    }

    <T> OptionValues set(Option<T> option, T value) {
        given.put(option.key(), value);
        return this;
    }

    /** The record of these values. */
    VectorIoOptions build() {
        return new VectorIoOptions(
                get(OptionTable.AUDIT_TAG),
                get(OptionTable.MAX_GAP_BYTES),
                get(OptionTable.MAX_WASTE_RATIO),
                get(OptionTable.WASTE_EXEMPT_GAP_BYTES),
                get(OptionTable.MAX_REQUEST_BYTES),
                get(OptionTable.MIN_SPLIT_BYTES),
                get(OptionTable.WHOLE_OBJECT_BYTES),
                get(OptionTable.TAIL_BYTES),
                get(OptionTable.UNKNOWN_LENGTH_FIRST_BYTES),
                get(OptionTable.MAX_CONCURRENT_REQUESTS),
                get(OptionTable.MAX_CONCURRENT_REQUESTS_PER_READER),
                get(OptionTable.MEMORY_BUDGET_BYTES),
                get(OptionTable.PREFETCH_BUDGET_SHARE),
                new RetryPolicy(
                        get(OptionTable.RETRY_MAX_ATTEMPTS),
                        get(OptionTable.RETRY_BASE_DELAY),
                        get(OptionTable.RETRY_MAX_DELAY)),
                get(OptionTable.FIRST_BYTE_TIMEOUT),
                get(OptionTable.IDLE_TIMEOUT),
                get(OptionTable.DEADLINE),
                new HedgePolicy(
                        get(OptionTable.HEDGE_ENABLED), get(OptionTable.HEDGE_MAX_RATIO), get(OptionTable.HEDGE_DELAY)),
                get(OptionTable.RANGE_IGNORED_SKIP_LIMIT),
                get(OptionTable.VERSION_CHECK),
                get(OptionTable.VERSION_PIN),
                get(OptionTable.LENGTH_MISMATCH),
                get(OptionTable.PLANNER),
                get(OptionTable.OBJECTIVE),
                get(OptionTable.PROFILE_FIRST_BYTE),
                get(OptionTable.PROFILE_CONNECTION_BANDWIDTH),
                get(OptionTable.PROFILE_TOTAL_BANDWIDTH),
                get(OptionTable.LOOK_AHEAD_ENABLED),
                get(OptionTable.ENABLED));
    }

    @SuppressWarnings("unchecked") // set() is the only way in, and takes the option's own type
    private <T> T get(Option<T> option) {
        Object value = given.get(option.key());
        return value == null ? option.initial() : (T) value;
    }

    private <T> void copy(Option<T> option, VectorIoOptions options) {
        set(option, option.component().apply(options));
    }

    private <T> void parse(Option<T> option, String text) {
        set(option, option.parse(text));
    }

    private static Option<?> optionOf(String key, String text) {
        return OptionTable.ALL.stream()
                .filter(option -> option.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(OptionTable.PREFIX + key + "="
                        + (soundsSecret(key) ? "..." : text) + ": unknown key; the nearest known one is "
                        + nearest(key).fullKey()));
    }

    /** A misspelt key of a credential must not carry the credential into a log. */
    private static boolean soundsSecret(String key) {
        return key.matches("(?i).*(secret|password|token|credential|signature|access.?key|account.?key|sas).*");
    }

    private static Option<?> nearest(String key) {
        return NearestName.<Option<?>>of(key, OptionTable.ALL, Option::key).orElseThrow();
    }

    /** The default of a retry delay may contradict a given one; all other defaults yield to what was given. */
    private void requireNoContradiction() {
        Duration base = get(OptionTable.RETRY_BASE_DELAY);
        if (base.compareTo(get(OptionTable.RETRY_MAX_DELAY)) > 0) {
            throw contradiction(OptionTable.RETRY_BASE_DELAY, OptionTable.RETRY_MAX_DELAY);
        }
        requireAtMost(OptionTable.MIN_SPLIT_BYTES, OptionTable.MAX_REQUEST_BYTES);
        requireAtMost(OptionTable.MAX_CONCURRENT_REQUESTS_PER_READER, OptionTable.MAX_CONCURRENT_REQUESTS);
        for (Option<?> held : List.of(
                OptionTable.WHOLE_OBJECT_BYTES, OptionTable.TAIL_BYTES, OptionTable.UNKNOWN_LENGTH_FIRST_BYTES)) {
            requireAtMost(held, OptionTable.MEMORY_BUDGET_BYTES);
        }
    }

    private void requireAtMost(Option<?> small, Option<?> large) {
        boolean bothGiven = given.containsKey(small.key()) && given.containsKey(large.key());
        if (bothGiven && numberOf(small).orElse(0) > numberOf(large).orElse(Long.MAX_VALUE)) {
            throw contradiction(small, large);
        }
    }

    private OptionalLong numberOf(Option<?> option) {
        Object value = get(option);
        return value instanceof OptionalLong auto ? auto : OptionalLong.of(((Number) value).longValue());
    }

    private <S, L> IllegalArgumentException contradiction(Option<S> small, Option<L> large) {
        return new IllegalArgumentException(small.fullKey() + "=" + small.print(get(small)) + " must not be more than "
                + large.fullKey() + "=" + large.print(get(large)));
    }
}
