package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.spi.ConnectionFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words for a connection that failed. */
class ConnectionFailureTest {
    private static IOException refused() {
        return new IOException("could not execute", new ConnectException("Connection refused. Try again.\nOr not."));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1, 127.0.0.1:1",
        "http://localhost, localhost:80",
        "https://storage.googleapis.com/, storage.googleapis.com:443",
        "https://a.blob.core.windows.net/c/b?sv=1&sig=secret, a.blob.core.windows.net:443",
        "https://secret:secret@host:8443/secret?secret, host:8443",
        "https://secret@under_score.host, under_score.host:443",
        "http://[::1]:9000/x, [::1]:9000",
        "http://[::1], [::1]:80",
    })
    void nameHostAndPortAndNothingElseOfTheEndpoint(URI endpoint, String named) {
        assertThat(ConnectionFailure.message(Optional.of(endpoint), refused()))
                .isEqualTo("connection to " + named + " failed: Connection refused");
    }

    @Test
    void doWithoutAnEndpoint() {
        assertThat(ConnectionFailure.message(Optional.empty(), refused()))
                .isEqualTo("connection failed: Connection refused");
        assertThat(ConnectionFailure.message(Optional.of(URI.create("localhost:9000")), refused()))
                .isEqualTo("connection failed: Connection refused");
    }

    @Test
    void sayWhatAClientDoesNot() {
        Optional<URI> endpoint = Optional.of(URI.create("https://nowhere.invalid"));
        assertThat(ConnectionFailure.message(endpoint, new UnknownHostException("nowhere.invalid")))
                .isEqualTo("connection to nowhere.invalid:443 failed: no such host");
        assertThat(ConnectionFailure.message(endpoint, new ConnectException()))
                .isEqualTo("connection to nowhere.invalid:443 failed: ConnectException");
    }
}
