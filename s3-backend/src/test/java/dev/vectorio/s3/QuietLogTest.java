package dev.vectorio.s3;

import static dev.vectorio.s3.ScriptedS3.LOCATION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.RecordingSink;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A thousand reads that are ended early, by the reader or the store, leave no line in the log. */
@Isolated("swaps the standard error stream, where the log goes")
class QuietLogTest {
    private static final int READS = 1_000;
    private static final GetRequest GET =
            new GetRequest(LOCATION, GetRange.of(ByteRange.of(0, 100_000)), Optional.empty());
    private static final GetRequest CHANGED =
            new GetRequest(LOCATION, GET.range(), Optional.of(ObjectVersion.etag("\"other\"")));

    @Test
    @DisplayName("B40 a thousand reads that end early log nothing")
    void readsThatEndEarlyLogNothing() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
                PrintStream captured = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            for (S3HttpClient http : S3HttpClient.values()) {
                S3Options options = S3Options.defaults()
                        .withEndpoint(store.uri())
                        .withPathStyle(true)
                        .withKeys("AKID", "secret")
                        .withHttpClient(http);
                try (S3Backend backend = S3Backend.create(options)) {
                    endEarly(store, backend);
                }
            }
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static void endEarly(SimulatedStore store, S3Backend backend) {
        store.putSynthetic(LOCATION.authority(), LOCATION.key(), 100_000, 1);
        for (int i = 0; i < READS; i++) {
            Fetch fetch = Fetch.start(backend, i % 10 == 9 ? CHANGED : GET, sink(i % 2 == 0));
            if (i % 4 == 1) {
                fetch.cancel();
            }
            fetch.await();
        }
    }

    private static RecordingSink sink(boolean refuses) {
        return new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                return !refuses;
            }
        };
    }
}
