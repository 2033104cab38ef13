package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the store receives: the requests that were asked for, once each. */
abstract class WireChecks extends LifeChecks {
    @Test
    void eachGetIsOneRequestWithAnExplicitLastByte() {
        require(StoreFeature.WIRE_LOG);
        StoredObject object = store("wire-get", 100_000);
        fetch(object.get(0, 1)).requireBytes();
        fetch(object.get(5, 70_000)).requireBytes();
        fetch(object.whole()).requireBytes();
        assertThat(wireRequests(object.key()))
                .containsExactly(plainGet("bytes=0-0"), plainGet("bytes=5-69999"), plainGet("bytes=0-99999"));
    }

    @Test
    void suffixIsOneRequest() {
        require(StoreFeature.WIRE_LOG);
        StoredObject object = store("wire-suffix", 100);
        Fetch fetch = fetch(object.get(GetRange.suffix(8))).await();
        if (backend().capabilities().suffixRange()) {
            fetch.requireBytes();
            assertThat(wireRequests(object.key())).containsExactly(plainGet("bytes=-8"));
        } else {
            assertThat(wireRequests(object.key())).isEmpty();
        }
    }

    private static WireRequest plainGet(String range) {
        return new WireRequest("GET", Optional.of(range), Optional.empty());
    }

    @Test
    void eachHeadIsOneRequest() {
        require(StoreFeature.WIRE_LOG);
        StoredObject object = store("wire-head", 10);
        head(object.location());
        assertThat(wireRequests(object.key()))
                .containsExactly(new WireRequest("HEAD", Optional.empty(), Optional.empty()));
    }

    @Test
    void versionGoesOverTheWireUnchanged() {
        require(StoreFeature.WIRE_LOG);
        requireVersionCondition();
        StoredObject object = store("wire-version", 10);
        ObjectVersion version =
                fetch(object.whole()).requireHead().version().orElseThrow(() -> new AssertionError("no version"));
        fetch(new GetRequest(object.location(), object.whole().range(), Optional.of(version)))
                .requireBytes();
        List<WireRequest> requests = wireRequests(object.key());
        assertThat(requests).hasSize(2);
        assertThat(requests.get(1).condition()).isEqualTo(Optional.of(version.token()));
    }

    @Test
    void failedRequestsAreSentOnce() {
        require(StoreFeature.WIRE_LOG);
        StoredObject object = store("wire-failure", 10);
        fetch(object.get(10, 20)).await();
        assertThat(wireRequests(object.key()))
                .as("requests for a range behind the end")
                .hasSize(1);
        StoredObject missing = store("wire-missing", 10);
        unchecked(() -> delete(missing.key()));
        fetch(missing.whole()).await();
        assertThat(wireRequests(missing.key()))
                .as("requests for a missing object")
                .hasSize(1);
    }

    @Test
    void cancelledRequestsAreSentOnce() {
        require(StoreFeature.WIRE_LOG);
        require(StoreFeature.STALL);
        StoredObject object = store("wire-cancel", 300_000);
        stallAnswers(object.key(), 100_000);
        Fetch fetch = fetch(object.whole());
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() > 0, "no byte before the stall");
        fetch.cancel();
        fetch.await();
        unstall(object.key());
        assertThat(wireRequests(object.key())).hasSize(1);
    }
}
