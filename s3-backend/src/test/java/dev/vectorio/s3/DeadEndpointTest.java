package dev.vectorio.s3;

import static dev.vectorio.s3.ScriptedS3.GET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.testkit.Fetch;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endpoints where nobody listens, or that no name server knows: every request fails by itself, and names the endpoint. */
class DeadEndpointTest {
    private static final int REQUESTS = 20;

    /** A request that hangs until the next one comes ends at the watchdog of the fetch. */
    @ParameterizedTest
    @CsvSource({
        "NETTY, http://127.0.0.1:1, 127.0.0.1:1",
        "CRT, http://127.0.0.1:1, 127.0.0.1:1",
        "NETTY, http://nowhere.invalid:9000, nowhere.invalid:9000",
        "CRT, http://nowhere.invalid:9000, nowhere.invalid:9000",
    })
    void everyRequestFailsByItselfAndNamesTheEndpoint(S3HttpClient http, URI endpoint, String named) {
        S3Options options = S3Options.defaults()
                .withEndpoint(endpoint)
                .withPathStyle(true)
                .withKeys("AKID", "secret")
                .withHttpClient(http);
        try (S3Backend backend = S3Backend.create(options)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(Fetch.start(backend, GET).await().requireFailure(Kind.TRANSIENT))
                        .hasMessageStartingWith(
                                "GET s3://bucket/folder/key [10, 14): connection to " + named + " failed: ");
            }
        }
    }
}
