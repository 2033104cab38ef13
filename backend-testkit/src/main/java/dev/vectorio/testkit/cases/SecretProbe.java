package dev.vectorio.testkit.cases;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A program that says all it can: it reads what it is told to, and prints every event, count, failure and text of an
 * object of the library that it meets. {@link SecretCases} runs it with the log of the library at its finest level.
 */
public final class SecretProbe {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private SecretProbe() {}

    /** How one location is read by what a user has written, with all that it says of itself. */
    @FunctionalInterface
    public interface Reading {
        /** Failures of reading may go on: they are printed. */
        void read(Map<String, String> properties, ObjectLocation location) throws IOException;
    }

    /** Reads with the library itself. */
    public static void main(String[] arguments) throws IOException {
        run(Path.of(arguments[0]), SecretProbe::read);
    }

    /**
     * Reads all that a file names: {@code property.KEY}, {@code malformed.KEY} and {@code location.N=scheme|authority|key};
     * and prints the flight recorder's events of the library at the end.
     */
    public static void run(Path file, Reading reading) throws IOException {
        Properties told = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            told.load(text);
        }
        try (Recording recording = new Recording()) {
            recording.start();
            readAll(told, reading);
            Path events = file.resolveSibling("events.jfr");
            recording.dump(events);
            for (RecordedEvent event : RecordingFile.readAllEvents(events)) {
                if (event.getEventType().getName().startsWith("dev.vectorio.")) {
                    say(event);
                }
            }
        }
    }

    /** Prints what may not hold a secret. */
    public static void say(Object text) {
        OUT.println(text);
    }

    private static void readAll(Properties told, Reading reading) {
        Map<String, String> properties = startingWith("property.", told);
        List<ObjectLocation> locations = startingWith("location.", told).values().stream()
                .map(text -> text.split("\\|", 3))
                .map(parts -> new ObjectLocation(parts[0], parts[1], parts[2]))
                .toList();
        startingWith("malformed.", told).forEach((key, value) -> {
            Map<String, String> wrong = new HashMap<>(properties);
            wrong.put(key, value);
            attempt(reading, wrong, locations.get(0));
        });
        locations.forEach(location -> attempt(reading, properties, location));
    }

    private static void attempt(Reading reading, Map<String, String> properties, ObjectLocation location) {
        try {
            reading.read(properties, location);
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(OUT);
        }
    }

    private static Map<String, String> startingWith(String prefix, Properties told) {
        Map<String, String> some = new HashMap<>();
        told.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> some.put(name.substring(prefix.length()), told.getProperty(name)));
        return some;
    }

    private static void read(Map<String, String> properties, ObjectLocation location) throws IOException {
        try (VectorIo io = VectorIo.builder()
                .properties(properties)
                .listener(SecretProbe::say)
                .build()) {
            say(io.options() + " " + io.options().toProperties());
            try (RangeReader reader = io.open(KnownObject.at(location).withLengthHint(1_000_000))) {
                say(location + " " + reader);
                List<ByteRange> ranges = List.of(ByteRange.of(0, 1_000), ByteRange.of(500_000, 1_000));
                say(reader.plan(ranges) + " " + reader.plan(ranges).explain());
                try (VectoredRead read = reader.readVectored(ranges)) {
                    say(read.await());
                } finally {
                    say(reader + " " + reader.stats() + " " + io.load() + " " + io.stats());
                }
            }
        }
    }
}
