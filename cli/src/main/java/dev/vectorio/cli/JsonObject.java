package dev.vectorio.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One JSON object; its members stay in the order in which they were put. */
public final class JsonObject {
    private final Map<String, String> members = new LinkedHashMap<>();

    /** A text. */
    public JsonObject put(String name, String value) {
        return putRaw(name, quoted(value));
    }

    /** A whole number. */
    public JsonObject put(String name, long value) {
        return putRaw(name, Long.toString(value));
    }

    /** A number; six digits behind the point, which is enough for a ratio and a millisecond. */
    public JsonObject put(String name, double value) {
        return putRaw(name, String.format(Locale.ROOT, "%.6f", value));
    }

    /** A list of objects. */
    public JsonObject put(String name, List<JsonObject> values) {
        return putRaw(name, values.stream().map(JsonObject::toString).collect(Collectors.joining(",", "[", "]")));
    }

    /** A list of texts. */
    public JsonObject putTexts(String name, List<String> values) {
        return putRaw(name, values.stream().map(JsonObject::quoted).collect(Collectors.joining(",", "[", "]")));
    }

    /** Adds a member. */
    public JsonObject put(String name, boolean value) {
        return putRaw(name, Boolean.toString(value));
    }

    private JsonObject putRaw(String name, String value) {
        members.put(name, value);
        return this;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
