package dev.vectorio.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes wrong has the same kind and the same words on every store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SameFailuresOnEveryStoreTest {
    private static final int LENGTH = 5_000_000;
    /** In none of the requests that find the end. */
    private static final int MIDDLE = 2_000_000;

    private static final String CHANGED = "the object is no longer the version this read began with";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Map<StoreKind, ObjectStoreBackend> backends = new EnumMap<>(StoreKind.class);
    private final byte[] content = new byte[LENGTH];

    @BeforeAll
    void open() {
        new Random(1).nextBytes(content);
        store.bucket(StoreProcess.BUCKET);
        for (StoreKind kind : StoreKind.values()) {
            backends.put(kind, kind.backend(store.uri()));
        }
    }

    @AfterAll
    void close() {
        backends.values().forEach(ObjectStoreBackend::close);
        store.close();
    }

    private VectorIo library(StoreKind kind, VectorIoOptions options) {
        ObjectStoreBackend backend = backends.get(kind);
        return VectorIo.builder()
                .options(options)
                .backend(kind.scheme(), Objects.requireNonNull(backend))
                .build();
    }

    private static void readEnd(RangeReader reader) throws IOException {
        try (VectoredRead read = reader.readTail(8)) {
            read.await();
        }
    }

    private static byte[] readMiddle(RangeReader reader) throws IOException {
        try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(MIDDLE, 100)))) {
            byte[] bytes = new byte[100];
            read.await().get(0).buffer().get(bytes);
            return bytes;
        }
    }

    private static void assertFails(ThrowingCallable read, ObjectLocation location, Kind kind, String... words) {
        ObjectReadException failure = catchThrowableOfType(ObjectReadException.class, read);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
        assertThat(failure).hasMessageContaining(location.toString());
        assertThat(failure.getMessage()).contains(words);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotThereIsNotFoundWithOneRequest(StoreKind kind) {
        ObjectLocation elsewhere =
                ObjectLocation.parse(kind.location("key").toString().replace(StoreProcess.BUCKET, "no-such-bucket"));
        for (ObjectLocation location : List.of(kind.location("missing"), elsewhere)) {
            store.log().clear();
            try (VectorIo io = library(kind, VectorIoOptions.defaults());
                    RangeReader reader = io.open(location)) {
                assertFails(() -> readEnd(reader), location, Kind.NOT_FOUND, "HTTP 404");
            }
            assertThat(store.log().records().size()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void deniedObjectsSayWhoAsked(StoreKind kind) {
        store.put(StoreProcess.BUCKET, "denied", content);
        store.bucket(StoreProcess.BUCKET).deny("denied");
        ObjectLocation location = kind.location("denied");
        try (VectorIo io = library(kind, VectorIoOptions.defaults());
                RangeReader reader = io.open(location)) {
            assertFails(() -> readEnd(reader), location, Kind.ACCESS_DENIED, "HTTP 403", ", credentials from ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectsDeletedBetweenEndAndDataAreNotFound(StoreKind kind) throws Exception {
        String key = "deleted-" + kind;
        store.put(StoreProcess.BUCKET, key, content);
        try (VectorIo io = library(kind, VectorIoOptions.defaults());
                RangeReader reader = io.open(kind.location(key))) {
            readEnd(reader);
            store.delete(StoreProcess.BUCKET, key);
            assertFails(() -> readMiddle(reader), kind.location(key), Kind.NOT_FOUND, "HTTP 404");
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectsReplacedBetweenEndAndDataHaveChanged(StoreKind kind) throws Exception {
        String key = "replaced-" + kind;
        store.put(StoreProcess.BUCKET, key, content);
        try (VectorIo io = library(kind, VectorIoOptions.defaults());
                RangeReader reader = io.open(kind.location(key))) {
            readEnd(reader);
            store.put(StoreProcess.BUCKET, key, new byte[LENGTH]);
            assertFails(() -> readMiddle(reader), kind.location(key), Kind.OBJECT_CHANGED, "HTTP 412", CHANGED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void versionCheckWarnAndOffReadOn(StoreKind kind) throws Exception {
        for (VersionCheck check : List.of(VersionCheck.WARN, VersionCheck.OFF)) {
            String key = "renewed-" + check + kind;
            store.put(StoreProcess.BUCKET, key, new byte[LENGTH]);
            try (VectorIo io = library(kind, VectorIoOptions.defaults().withVersionCheck(check));
                    RangeReader reader = io.open(kind.location(key))) {
                readEnd(reader);
                store.put(StoreProcess.BUCKET, key, content);
                assertThat(readMiddle(reader)).isEqualTo(Arrays.copyOfRange(content, MIDDLE, MIDDLE + 100));
            }
            assertThat(store.log().awaitIdle(Duration.ofSeconds(5))).isTrue();
            assertThat(store.log().records().ofKey(key).stream()
                            .map(r -> r.facts().preconditions()))
                    .as("conditions sent")
                    .allMatch(Map::isEmpty);
        }
    }

    /** Suffix or not: the whole object is neither taken for a part of it nor read to its end. */
    @ParameterizedTest
    @EnumSource
    void aStoreThatIgnoresRangesBreaksTheProtocol(StoreKind kind) throws Exception {
        String key = "ignored-" + kind;
        store.put(StoreProcess.BUCKET, key, content);
        store.faults().add(FaultRule.when(RequestMatch.reads().key(key), Fault.rangeIgnored()));
        ObjectLocation location = kind.location(key);
        try (VectorIo io = library(kind, VectorIoOptions.defaults());
                RangeReader reader = io.open(location)) {
            assertFails(() -> readEnd(reader), location, Kind.PROTOCOL, "200");
        }
    }
}
