package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants secrets wherever a user may write one, lets reads succeed and fail in a JVM of their own with the library's log at
 * its finest level, and searches all that comes out.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SecretCases {
    /** The bucket of all objects. */
    protected static final String BUCKET = "secret-bucket";

    /** The objects: one that is read, and others whose reads fail. */
    private static final List<String> KEYS =
            List.of("fine", "denied", "missing", "broken", "throttled", "cut", "garbage");

    private final SimulatedStore store;

    /** A directory of this test. */
    @TempDir
    protected Path folder = Path.of(".");

    /** Starts a store. */
    protected SecretCases(StoreSettings settings) {
        store = SimulatedStore.start(settings);
    }

    /** The properties of a user, with secrets in them. */
    protected abstract Map<String, String> properties(URI endpoint) throws IOException;

    /** Options with values that cannot be read, and keys that do not exist, each with a secret in its value. */
    protected abstract Map<String, String> malformed();

    /** Where the backend finds the key. */
    protected abstract ObjectLocation location(String key);

    /** Locations that hold a secret themselves. */
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        return List.of();
    }

    /** What must be found nowhere. */
    protected abstract List<String> secrets();

    /** The program that reads: it gets the path of the file that {@link SecretProbe#run} takes. */
    protected Class<?> program() {
        return SecretProbe.class;
    }

    /** A classifier of the failures that this store's reads must have ended with. */
    protected List<String> expected() {
        return List.of("ACCESS_DENIED", "NOT_FOUND", "TRANSIENT", "THROTTLED", "RequestFailed", "RequestCompleted");
    }

    @BeforeEach
    final void putObjects() {
        for (String key : KEYS) {
            if (!key.equals("missing")) {
                store.putSynthetic(BUCKET, key, 1_000_000, 1);
            }
        }
        store.bucket(BUCKET).deny("denied");
        spoil("broken", Fault.error(500, "InternalError"));
        spoil("throttled", Fault.error(503, "SlowDown"));
        spoil("cut", Fault.resetAfter(0));
        spoil("garbage", Fault.garbage());
    }

    private void spoil(String key, Fault fault) {
        store.faults().add(FaultRule.when(RequestMatch.reads().key(key), fault));
    }

    @AfterEach
    final void closeStore() {
        store.close();
    }

    @Test
    void nothingThatComesOutHoldsASecret() throws Exception {
        Properties told = new Properties();
        properties(store.uri()).forEach((key, value) -> told.put("property." + key, value));
        told.put("property.vectorio.retry.max-attempts", "2");
        told.put("property.vectorio.retry.base-delay", "1ms");
        malformed().forEach((key, value) -> told.put("malformed." + key, value));
        List<ObjectLocation> locations = new ArrayList<>();
        KEYS.forEach(key -> locations.add(location(key)));
        locations.addAll(signedLocations(store.uri()));
        for (int i = 0; i < locations.size(); i++) {
            ObjectLocation one = locations.get(i);
            told.put("location." + (10 + i), one.scheme() + "|" + one.authority() + "|" + one.key());
        }
        String said = run(told);
        assertThat(said).contains(expected()).contains("DEBUG", "dev.vectorio.RequestFailed {");
        for (String secret : secrets()) {
            for (String form : List.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8))) {
                said.lines().filter(line -> line.contains(form)).findFirst().ifPresent(line -> {
                    throw new AssertionError("a secret is in: " + line);
                });
            }
        }
    }

    private String run(Properties told) throws Exception {
        Path file = folder.resolve("told.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            told.store(writer, null);
        }
        Path out = folder.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Dorg.slf4j.simpleLogger.log.dev.vectorio=trace",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program().getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }
}
