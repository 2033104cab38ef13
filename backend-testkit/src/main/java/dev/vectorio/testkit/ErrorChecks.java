package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the store's refusals and faults become. That no message holds a secret is checked after every test. */
abstract class ErrorChecks extends KeyChecks {
    @Test
    void missingObjectIsNotFound() {
        assertBothFail(location(key("missing")), Kind.NOT_FOUND, 404);
        StoredObject object = store("deleted", 10);
        unchecked(() -> delete(object.key()));
        assertBothFail(object.location(), Kind.NOT_FOUND, 404);
    }

    @Test
    void objectInAMissingContainerIsNotFound() {
        require(StoreFeature.MISSING_CONTAINER);
        assertBothFail(missingContainer(), Kind.NOT_FOUND, 404);
    }

    @Test
    void refusedGetSaysWhatIsMissing() {
        require(StoreFeature.MISSING_NAMED);
        assertThat(refusal(location(key("missing")))).hasMessageContaining("there is no such object");
        assertThat(refusal(missingContainer()))
                .message()
                .containsAnyOf("there is no such bucket", "there is no such container")
                .doesNotContain("no such object");
    }

    private ObjectReadException refusal(ObjectLocation location) {
        return fetch(new GetRequest(location, GetRange.of(ByteRange.of(0, 10)), Optional.empty()))
                .requireFailure(Kind.NOT_FOUND);
    }

    @Test
    void deniedObjectIsAccessDenied() {
        require(StoreFeature.DENIED_OBJECT);
        assertBothFail(deniedObject(), Kind.ACCESS_DENIED, 403);
    }

    private void assertBothFail(ObjectLocation location, Kind kind, int status) {
        GetRequest request = new GetRequest(location, GetRange.of(ByteRange.of(0, 10)), Optional.empty());
        Fetch get = fetch(request);
        ObjectReadException failure = get.requireFailure(kind);
        assertThat(get.sink().head()).as("no head for a failure").isEmpty();
        assertAnswer(failure, status);
        ObjectReadException ofHead = Fetch.requireTyped(headFailure(backend(), location));
        assertThat(ofHead.kind()).as("kind of HEAD: %s", ofHead).isEqualTo(kind);
        if (offers(StoreFeature.STATUS_IN_ERRORS)) {
            assertThat(ofHead.answer().status()).isEqualTo(status);
        }
    }

    /** A HEAD has no body to carry a code; a GET has. */
    private void assertAnswer(ObjectReadException failure, int status) {
        if (offers(StoreFeature.STATUS_IN_ERRORS)) {
            assertThat(failure.answer().status()).isEqualTo(status);
        }
        if (offers(StoreFeature.CODE_IN_ERRORS)) {
            assertThat(failure.answer().code()).as("store code of %s", failure).isPresent();
        }
        if (offers(StoreFeature.REQUEST_ID)) {
            assertThat(failure.answer().requestId())
                    .as("request id of %s", failure)
                    .isPresent();
        }
    }

    @Test
    void headOfAnAnswerCarriesTheRequestId() {
        require(StoreFeature.REQUEST_ID);
        assertThat(fetch(store("request-id", 10).whole()).requireHead().requestId())
                .isPresent();
    }

    @Test
    void throttlingIsReportedAndNotRetried() {
        require(StoreFeature.THROTTLE);
        StoredObject object = store("throttled", 10);
        throttleNext(object.key());
        ObjectReadException failure = fetch(object.whole()).requireFailure(Kind.THROTTLED);
        assertThat(failure.answer().retryAfter()).isEqualTo(Optional.of(Duration.ofSeconds(2)));
        assertThat(failure.answer().status()).isIn(429, 503);
        if (offers(StoreFeature.WIRE_LOG)) {
            assertThat(wireRequests(object.key()))
                    .as("core retries, not the backend")
                    .hasSize(1);
        }
        assertThat(fetch(object.whole()).requireBytes())
                .isEqualTo(object.content().bytes());
    }

    /** Core counts the bytes: a short body may end well, or fail as something that a retry can mend. */
    @Test
    void cutBodyDeliversItsBytesAndIsNotRetried() {
        require(StoreFeature.CUT);
        StoredObject object = store("cut", 300_000);
        cutNext(object.key(), 100_000);
        Fetch fetch = fetch(object.whole()).await();
        byte[] prefix = fetch.sink().bytes();
        assertThat(prefix.length).isLessThanOrEqualTo(100_000);
        assertThat(Arrays.equals(prefix, object.bytes(0, prefix.length)))
                .as("the bytes before the cut")
                .isTrue();
        if (fetch.failure().isPresent()) {
            fetch.requireFailure(Kind.TRANSIENT);
        }
        if (offers(StoreFeature.WIRE_LOG)) {
            assertThat(wireRequests(object.key()))
                    .as("core retries, not the backend")
                    .hasSize(1);
        }
    }

    /** The head must show what came, for core to refuse it: bytes from offset 0 are not the bytes that were asked for. */
    @Test
    void ignoredRangeIsReportedAsItCame() {
        require(StoreFeature.IGNORE_RANGE);
        StoredObject object = store("ignored-range", 50_000);
        ignoreRangeNext(object.key());
        Fetch fetch = fetch(object.get(40_000, 40_100), new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                return false;
            }
        });
        Optional<ResponseHead> head = fetch.await().sink().head();
        if (head.isEmpty()) {
            fetch.requireFailure(Kind.PROTOCOL);
            return;
        }
        assertThat(head.get().status()).isEqualTo(200);
        assertThat(head.get().contentRange()).isEmpty();
        assertThat(head.get().contentLength()).isEqualTo(OptionalLong.of(50_000));
    }

    /** Servers and proxies that do not know a length send chunks. */
    @Test
    void bodyInChunksIsRead() {
        require(StoreFeature.HIDE_LENGTH);
        StoredObject object = store("chunks", 300_000);
        hideLengthNext(object.key(), true);
        assertThat(Arrays.equals(fetch(object.get(10, 200_000)).requireBytes(), object.bytes(10, 200_000)))
                .isTrue();
    }

    /** Or they end the body with the connection: read, or refused once and for all; never an empty body, or part of one. */
    @Test
    void bodyThatEndsWithTheConnectionIsReadOrRefused() {
        require(StoreFeature.HIDE_LENGTH);
        StoredObject object = store("until-close", 300_000);
        hideLengthNext(object.key(), false);
        Fetch fetch = fetch(object.get(10, 200_000)).await();
        if (fetch.failure().isPresent()) {
            fetch.requireFailure(Kind.UNSUPPORTED);
        } else {
            assertThat(Arrays.equals(fetch.requireBytes(), object.bytes(10, 200_000)))
                    .isTrue();
        }
        assertThat(Arrays.equals(
                        fetch(object.whole()).requireBytes(), object.content().bytes()))
                .isTrue();
    }
}
