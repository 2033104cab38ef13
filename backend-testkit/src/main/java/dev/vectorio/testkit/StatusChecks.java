package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What each status becomes where the store's code says nothing more: the same on every store, at the first answer. */
abstract class StatusChecks extends ErrorChecks {
    private static final Map<Integer, Kind> KINDS = new TreeMap<>(Map.ofEntries(
            Map.entry(301, Kind.UNSUPPORTED),
            Map.entry(302, Kind.UNSUPPORTED),
            Map.entry(304, Kind.PROTOCOL),
            Map.entry(307, Kind.UNSUPPORTED),
            Map.entry(308, Kind.UNSUPPORTED),
            Map.entry(400, Kind.UNSUPPORTED),
            Map.entry(401, Kind.ACCESS_DENIED),
            Map.entry(403, Kind.ACCESS_DENIED),
            Map.entry(404, Kind.NOT_FOUND),
            Map.entry(405, Kind.UNSUPPORTED),
            Map.entry(408, Kind.TRANSIENT),
            Map.entry(409, Kind.TRANSIENT),
            Map.entry(410, Kind.NOT_FOUND),
            Map.entry(412, Kind.OBJECT_CHANGED),
            Map.entry(413, Kind.UNSUPPORTED),
            Map.entry(416, Kind.OUT_OF_BOUNDS),
            Map.entry(418, Kind.UNSUPPORTED),
            Map.entry(429, Kind.THROTTLED),
            Map.entry(500, Kind.TRANSIENT),
            Map.entry(501, Kind.UNSUPPORTED),
            Map.entry(502, Kind.TRANSIENT),
            Map.entry(503, Kind.THROTTLED),
            Map.entry(504, Kind.TRANSIENT),
            Map.entry(505, Kind.UNSUPPORTED),
            Map.entry(509, Kind.TRANSIENT)));

    @Test
    void everyStatusOfARefusedGetHasItsKind() {
        require(StoreFeature.ANY_STATUS);
        StoredObject object = store("refused-get", 10);
        KINDS.forEach((status, kind) -> {
            answerNext(object.key(), status);
            Fetch fetch = fetch(object.whole());
            ObjectReadException failure = Fetch.requireTyped(
                    fetch.await().failure().orElseThrow(() -> new AssertionError("HTTP " + status + " is no failure")));
            assertThat(failure.kind()).as("HTTP %d: %s", status, failure).isEqualTo(kind);
            assertThat(failure.answer().status()).as("%s", failure).isEqualTo(status);
            assertThat(fetch.sink().head()).as("head of HTTP %d", status).isEmpty();
        });
        assertThat(fetch(object.whole()).requireBytes())
                .isEqualTo(object.content().bytes());
        if (offers(StoreFeature.WIRE_LOG)) {
            assertThat(wireRequests(object.key()))
                    .as("one each, and no redirect is followed")
                    .hasSize(KINDS.size() + 1);
        }
    }

    @Test
    void everyStatusOfARefusedHeadHasItsKind() {
        require(StoreFeature.ANY_STATUS);
        StoredObject object = store("refused-head", 10);
        KINDS.forEach((status, kind) -> {
            answerNext(object.key(), status);
            ObjectReadException failure = Fetch.requireTyped(headFailure(backend(), object.location()));
            assertThat(failure.kind()).as("HTTP %d: %s", status, failure).isEqualTo(kind);
            assertThat(failure.answer().status()).as("%s", failure).isEqualTo(status);
        });
        assertThat(head(object.location()).length()).isEqualTo(10);
    }

    /** A success without a body is not data; a backend may leave that to the core, which sees the status. */
    @Test
    void successWithoutContentIsNotTakenForData() {
        require(StoreFeature.ANY_STATUS);
        StoredObject object = store("no-content", 10);
        answerNext(object.key(), 204);
        Fetch fetch = fetch(object.whole()).await();
        assertThat(fetch.sink().received()).isZero();
        if (fetch.sink().head().isPresent()) {
            assertThat(fetch.sink().head().get().status()).isEqualTo(204);
        } else {
            fetch.requireFailure(Kind.PROTOCOL);
        }
    }
}
