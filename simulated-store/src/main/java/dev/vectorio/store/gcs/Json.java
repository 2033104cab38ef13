package dev.vectorio.store.gcs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON of RFC 8259 as maps, lists, strings, longs, doubles and booleans. Members that are null are left out, which the
 * API takes for absent.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Writes maps (in their order), lists, strings, booleans and numbers. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.append('\n').toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(separator);
                quote(out, String.valueOf(member.getKey()));
                append(out.append(':'), member.getValue());
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object element : list) {
                append(out.append(separator), element);
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(out, string);
        } else {
            out.append(value);
        }
    }

    private static void quote(StringBuilder out, String string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '>' || c == '&') {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /**
     * Reads an object; an empty document is an empty one.
     *
     * @throws GcsRefusal parseError
     */
    static Map<String, Object> object(byte[] document) {
        Json json = new Json(new String(document, StandardCharsets.UTF_8).strip());
        if (json.text.isEmpty()) {
            return Map.of();
        }
        Object value = json.value().orElse("");
        if (json.at < json.text.length() || !(value instanceof Map<?, ?>)) {
            throw json.broken();
        }
        return members(value);
    }

    /** The members of a value that is an object; of any other, none. */
    static Map<String, Object> members(Object value) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> members.put(String.valueOf(name), member));
        }
        return members;
    }

    /** A member that is a string, or a number, which the API takes alike. */
    static Optional<String> string(Map<String, Object> object, String name) {
        return Optional.ofNullable(object.get(name))
                .filter(v -> v instanceof String || v instanceof Number)
                .map(String::valueOf);
    }

    private GcsRefusal broken() {
        return new GcsRefusal(400, "parseError", "Parse Error: unexpected text at character " + at);
    }

    private Optional<Object> value() {
        skipBlanks();
        char c = peek();
        if (c == '{') {
            return Optional.of(map());
        } else if (c == '[') {
            return Optional.of(list());
        } else if (c == '"') {
            return Optional.of(string());
        }
        return literal();
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (!took('}')) {
            String name = string();
            if (!took(':')) {
                throw broken();
            }
            value().ifPresent(v -> map.put(name, v));
            took(',');
            skipBlanks();
        }
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        while (!took(']')) {
            value().ifPresent(list::add);
            took(',');
        }
        return list;
    }

    private String string() {
        if (peek() != '"') {
            throw broken();
        }
        at++;
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unicode();
            default -> c;
        };
    }

    private char unicode() {
        if (at + 4 > text.length()) {
            throw broken();
        }
        try {
            char c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
            return c;
        } catch (NumberFormatException e) {
            throw broken();
        }
    }

    private Optional<Object> literal() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0)) {
            at++;
        }
        String word = text.substring(start, at);
        try {
            return switch (word) {
                case "null" -> Optional.empty();
                case "true" -> Optional.of(true);
                case "false" -> Optional.of(false);
                default ->
                    Optional.of(word.matches("-?\\d{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word));
            };
        } catch (NumberFormatException e) {
            throw broken();
        }
    }

    private boolean took(char c) {
        skipBlanks();
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        if (at >= text.length()) {
            throw broken();
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
