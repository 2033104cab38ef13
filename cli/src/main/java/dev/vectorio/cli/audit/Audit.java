package dev.vectorio.cli.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Adds up the requests of logs, line by line, by groups. Not thread-safe. */
public final class Audit {
    private static final int SHOWN_LINES = 3;
    private static final int SHOWN_CHARACTERS = 100;

    private final Predicate<AccessRecord> wanted;
    private final Function<AccessRecord, String> group;
    private final Map<String, RequestCounts> groups = new HashMap<>();
    private final List<String> shownLines = new ArrayList<>();
    private long lines;
    private long malformed;

    /**
     * @param wanted which requests count
     * @param group the name of a request's group
     */
    public Audit(Predicate<AccessRecord> wanted, Function<AccessRecord, String> group) {
        this.wanted = wanted;
        this.group = group;
    }

    /** Reads a log to its end; a line that is not understood is counted and passed over. */
    public void read(String name, BufferedReader log) throws IOException {
        long number = 0;
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            number++;
            lines++;
            try {
                Optional<AccessRecord> record = AccessLogFormat.parse(line);
                record.filter(wanted).ifPresent(this::add);
            } catch (IllegalArgumentException e) {
                malformed++;
                if (shownLines.size() < SHOWN_LINES) {
                    shownLines.add(name + ":" + number + ": " + e.getMessage() + ": " + shown(line));
                }
            }
        }
    }

    private void add(AccessRecord record) {
        groups.computeIfAbsent(group.apply(record), name -> new RequestCounts()).add(record);
    }

    // a query may hold a signature, and a damaged line anything
    private static String shown(String line) {
        String text = line.replaceAll("\\?\\S*", "?...").replaceAll("\\p{Cntrl}", "?");
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    }

    /** The groups, in no order. */
    public Map<String, RequestCounts> groups() {
        return Map.copyOf(groups);
    }

    /** Lines read. */
    public long lines() {
        return lines;
    }

    /** Lines that were not understood. */
    public long malformed() {
        return malformed;
    }

    /** The first of those, with their places; no query strings. */
    public List<String> shownLines() {
        return List.copyOf(shownLines);
    }
}
