package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.testkit.Fetch;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers of servers that say no Content-Length, on both HTTP clients. */
class BodyWithoutLengthTest {
    private static final byte[] CONTENT = "0123456789".repeat(30_000).getBytes(StandardCharsets.US_ASCII);

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());

    @BeforeEach
    void storeObject() {
        store.put("bucket", "key", CONTENT);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private void spoil(Fault fault) {
        store.faults().add(FaultRule.when(RequestMatch.reads().key("key"), fault));
    }

    private S3Backend backend(S3HttpClient client) {
        return S3Backend.create(S3Options.defaults()
                .withEndpoint(store.uri())
                .withPathStyle(true)
                .withKeys("AKIDEXAMPLE", "secret")
                .withHttpClient(client));
    }

    private static Fetch fetch(S3Backend backend) {
        GetRequest request = new GetRequest(
                new ObjectLocation("s3", "bucket", "key"),
                GetRange.of(ByteRange.of(0, CONTENT.length)),
                Optional.empty());
        return Fetch.start(backend, request).await();
    }

    @ParameterizedTest
    @EnumSource
    void chunksAreRead(S3HttpClient client) {
        spoil(Fault.chunked());
        try (S3Backend backend = backend(client)) {
            assertThat(fetch(backend).requireBytes()).isEqualTo(CONTENT);
        }
    }

    @Test
    void nettyReadsABodyThatEndsWithTheConnection() {
        spoil(Fault.headerMissing("Content-Length"));
        try (S3Backend backend = backend(S3HttpClient.NETTY)) {
            assertThat(fetch(backend).requireBytes()).isEqualTo(CONTENT);
        }
    }

    @Test
    void theNativeClientDropsABodyThatEndsWithTheConnectionAndTheErrorSaysWhatToDo() {
        spoil(Fault.headerMissing("Content-Length"));
        try (S3Backend backend = backend(S3HttpClient.CRT)) {
            ObjectReadException failure = fetch(backend).requireFailure(Kind.UNSUPPORTED);
            assertThat(failure).hasMessageContainingAll("s3://bucket/key", "vectorio.s3.http-client=netty");
        }
        assertThat(store.log().records().size()).isEqualTo(1);
    }
}
