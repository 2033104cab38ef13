package dev.vectorio.cli.audit;

import java.util.ArrayList;
import java.util.List;

/** Cuts a line at a separator that is not inside quotes; quotes and brackets around a field are taken off. */
final class Fields {
    private Fields() {}

    /**
     * The fields of a line.
     *
     * @param brackets true if a field may stand in brackets as well
     */
    static List<String> of(String line, char separator, boolean brackets) {
        List<String> fields = new ArrayList<>();
        int at = 0;
        while (at <= line.length()) {
            char first = at < line.length() ? line.charAt(at) : separator;
            char closing = first == '"' ? '"' : (brackets && first == '[' ? ']' : separator);
            StringBuilder field = new StringBuilder();
            if (closing == separator) {
                int end = line.indexOf(separator, at);
                end = end < 0 ? line.length() : end;
                field.append(line, at, end);
                at = end;
            } else {
                at = quoted(line, at + 1, closing, field);
            }
            fields.add(field.toString());
            at++; // the separator, or one past the end
        }
        return fields;
    }

    // a doubled quote is one that belongs to the field
    private static int quoted(String line, int from, char closing, StringBuilder field) {
        int at = from;
        while (at < line.length()) {
            char c = line.charAt(at);
            boolean twice = c == '"' && closing == '"' && at + 1 < line.length() && line.charAt(at + 1) == '"';
            if (c == closing && !twice) {
                return at + 1;
            }
            field.append(c);
            at += twice ? 2 : 1;
        }
        throw new IllegalArgumentException("a quote that does not end");
    }
}
