package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A store that the command reads from, and the local folder with the same files. */
final class TestStore implements AutoCloseable {
    static final String BUCKET = "lake";

    private final SimulatedStore store;

    TestStore(StoreSettings settings) {
        store = SimulatedStore.start(settings);
        store.bucket(BUCKET);
    }

    TestStore() {
        this(StoreSettings.defaults());
    }

    SimulatedStore store() {
        return store;
    }

    void put(Path file) {
        store.putFile(BUCKET, file.getFileName().toString(), file);
    }

    void put(String key, byte[] bytes) {
        store.put(BUCKET, key, bytes);
    }

    static String uri(String key) {
        return "s3://" + BUCKET + "/" + key;
    }

    /** Runs a command on an object of this store; the log has its requests alone afterwards. */
    Outcome run(String command, String key, String... arguments) throws InterruptedException {
        store.log().clear();
        List<String> all = new ArrayList<>(List.of(command, uri(key)));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--endpoint", store.uri().toString(), "--path-style"));
        if (!all.contains("vectorio.s3.access-key-id=reader") && !all.contains("--anonymous")) {
            all.add("--anonymous");
        }
        Outcome outcome = Outcome.of(all);
        assertThat(store.log().awaitIdle(Duration.ofSeconds(20))).isTrue();
        return outcome;
    }

    RequestLog log() {
        return store.log();
    }

    @Override
    public void close() {
        store.close();
    }
}
