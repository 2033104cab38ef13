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

/**
 * A program that says all it can: it reads what it is told to, and prints every event, count, failure and text of an
 * object of the library that it meets. {@link SecretCases} runs it with the log of the library at its finest level.
 */
public final class SecretProbe {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private SecretProbe() {}

    /**
     * Reads the file that the one argument names: {@code property.KEY}, {@code malformed.KEY} and
     * {@code location.N=scheme|authority|key}.
     */
    public static void main(String[] arguments) throws IOException {
        Properties told = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
            told.load(file);
        }
        Map<String, String> properties = startingWith("property.", told);
        startingWith("malformed.", told).forEach((key, value) -> {
            Map<String, String> wrong = new HashMap<>(properties);
            wrong.put(key, value);
            startingWith("location.", told).values().stream().limit(1).forEach(location -> read(wrong, location));
        });
        startingWith("location.", told).values().forEach(location -> read(properties, location));
    }

    private static Map<String, String> startingWith(String prefix, Properties told) {
        Map<String, String> some = new HashMap<>();
        told.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> some.put(name.substring(prefix.length()), told.getProperty(name)));
        return some;
    }

    private static void read(Map<String, String> properties, String text) {
        String[] parts = text.split("\\|", 3);
        try (VectorIo io = VectorIo.builder()
                .properties(properties)
                .listener(event -> OUT.println(event))
                .build()) {
            ObjectLocation location = new ObjectLocation(parts[0], parts[1], parts[2]);
            OUT.println(io.options() + " " + io.options().toProperties());
            try (RangeReader reader = io.open(KnownObject.at(location).withLengthHint(1_000_000))) {
                OUT.println(location + " " + reader);
                List<ByteRange> ranges = List.of(ByteRange.of(0, 1_000), ByteRange.of(500_000, 1_000));
                OUT.println(reader.plan(ranges) + " " + reader.plan(ranges).explain());
                try (VectoredRead read = reader.readVectored(ranges)) {
                    OUT.println(read.await());
                } finally {
                    OUT.println(reader + " " + reader.stats() + " " + io.load() + " " + io.stats());
                }
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(OUT);
        }
    }
}
