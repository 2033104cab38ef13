package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** All bytes from one version, and those that were stored. */
abstract class VersionChecks extends StatusChecks {
    private static GetRequest at(StoredObject object, ObjectVersion version) {
        return new GetRequest(object.location(), object.whole().range(), Optional.of(version));
    }

    private ObjectVersion versionOf(StoredObject object) {
        return head(object.location()).version().orElseThrow(() -> new AssertionError("no version to pin"));
    }

    @Test
    void currentVersionPasses() {
        requireVersionCondition();
        StoredObject object = store("current", 1_000);
        ObjectVersion version = versionOf(object);
        Fetch fetch = fetch(at(object, version));
        assertThat(fetch.requireBytes()).isEqualTo(object.content().bytes());
        assertThat(fetch.requireHead().version()).isEqualTo(Optional.of(version));
    }

    @Test
    void wrongVersionIsObjectChanged() {
        requireVersionCondition();
        StoredObject object = store("wrong-version", 1_000);
        ObjectVersion current = versionOf(object);
        assertChanged(at(object, neverGiven(current)));
        assertThat(fetch(at(object, current)).requireBytes())
                .isEqualTo(object.content().bytes());
    }

    private static ObjectVersion neverGiven(ObjectVersion current) {
        return switch (current.kind()) {
            case ETAG -> ObjectVersion.etag("\"00000000000000000000000000000000\"");
            case GENERATION -> new ObjectVersion(current.kind(), String.valueOf(Long.parseLong(current.token()) + 1));
            case VERSION_ID, FINGERPRINT ->
                throw new AssertionError("a condition on " + current + " is declared; it cannot be one");
        };
    }

    private void assertChanged(GetRequest request) {
        Fetch fetch = fetch(request);
        ObjectReadException failure = fetch.requireFailure(Kind.OBJECT_CHANGED);
        assertThat(fetch.sink().received()).as("bytes of another version").isZero();
        if (offers(StoreFeature.STATUS_IN_ERRORS)) {
            assertThat(failure.answer().status()).isEqualTo(412);
        }
    }

    @Test
    void replacedObjectIsNoticed() {
        StoredObject object = store("replaced", 1_000);
        ObjectVersion before = versionOf(object);
        byte[] other = new SyntheticBytes(99, 1_000).bytes();
        unchecked(() -> replace(object.key(), other));
        ObjectVersion after = versionOf(object);
        assertThat(after)
                .as("the version after a replacement of the same length")
                .isNotEqualTo(before);
        assertThat(fetch(object.whole()).requireHead().version()).isEqualTo(Optional.of(after));
        if (backend().capabilities().versionCondition()) {
            assertChanged(at(object, before));
            assertThat(fetch(at(object, after)).requireBytes()).isEqualTo(other);
        }
    }

    @Test
    void deletedObjectIsNeverTakenForItsVersion() {
        requireVersionCondition();
        StoredObject object = store("deleted-version", 1_000);
        ObjectVersion before = versionOf(object);
        unchecked(() -> delete(object.key()));
        fetch(at(object, before)).requireFailure(Kind.NOT_FOUND, Kind.OBJECT_CHANGED);
    }

    @Test
    void versionIdReadsTheOldBytes() {
        require(StoreFeature.VERSION_IDS);
        StoredObject object = store("version-id", 1_000);
        ObjectVersion old = fetch(object.whole())
                .requireHead()
                .versionId()
                .orElseThrow(() -> new AssertionError("VERSION_IDS is declared, but the head has no version id"));
        assertThat(old.kind()).isEqualTo(ObjectVersion.Kind.VERSION_ID);
        unchecked(() -> replace(object.key(), new byte[7]));
        assertThat(fetch(at(object, old)).requireBytes())
                .isEqualTo(object.content().bytes());
    }

    @Test
    void encodedObjectIsNotDecoded() throws IOException {
        boolean delivered = offers(StoreFeature.ENCODED_DELIVERED_AS_STORED);
        if (!delivered) {
            require(StoreFeature.ENCODED_REFUSED);
        }
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(new byte[10_000]);
        }
        byte[] stored = gzip.toByteArray();
        String key = key("encoded.gz");
        unchecked(() -> putEncoded(key, stored, "gzip"));
        StoredObject object = new StoredObject(key, location(key), new SyntheticBytes(0, stored.length));
        if (delivered) {
            assertThat(fetch(object.whole()).requireBytes()).isEqualTo(stored);
            assertThat(head(object.location()).length()).isEqualTo(stored.length);
        } else {
            Fetch fetch = fetch(object.whole());
            fetch.requireFailure(Kind.UNSUPPORTED);
            assertThat(fetch.sink().received()).as("bytes of a refused object").isZero();
        }
    }
}
