package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.ResponseHead;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which bytes arrive for which range. */
abstract class RangeChecks extends ContractFixture {
    private static final long LENGTH = (1 << 20) + 7;

    private void assertExact(StoredObject object, long offset, long end) {
        assertThat(Arrays.equals(fetch(object.get(offset, end)).requireBytes(), object.bytes(offset, end)))
                .as("the bytes [%d, %d) of %d are exact", offset, end, LENGTH)
                .isTrue();
    }

    @Test
    void firstBytesAreExact() {
        StoredObject object = store("first", LENGTH);
        assertExact(object, 0, 4);
        assertExact(object, 0, 70_001);
    }

    @Test
    void middleBytesAreExact() {
        StoredObject object = store("middle", LENGTH);
        assertExact(object, 65_535, 65_537);
        assertExact(object, 300_001, 700_002);
    }

    @Test
    void lastBytesAreExact() {
        StoredObject object = store("last", LENGTH);
        assertExact(object, LENGTH - 8, LENGTH);
        assertExact(object, LENGTH - 99_999, LENGTH);
    }

    @Test
    void singleBytesAreExact() {
        StoredObject object = store("single", LENGTH);
        for (long offset : new long[] {0, 1, 4_095, 4_096, LENGTH / 2, LENGTH - 2, LENGTH - 1}) {
            assertExact(object, offset, offset + 1);
        }
    }

    @Test
    void wholeObjectIsExact() {
        assertExact(store("whole", LENGTH), 0, LENGTH);
        StoredObject one = store("one-byte", 1);
        assertThat(fetch(one.whole()).requireBytes()).isEqualTo(one.content().bytes());
    }

    @Test
    void touchingRangesNeitherLoseNorRepeatAByte() {
        StoredObject object = store("joints", 1_000);
        byte[] joined = new byte[1_000];
        for (int at = 0; at < 1_000; at += 125) {
            System.arraycopy(fetch(object.get(at, at + 125)).requireBytes(), 0, joined, at, 125);
        }
        assertThat(joined).isEqualTo(object.content().bytes());
    }

    @Test
    void headOfTheAnswerNamesTheServedRange() {
        StoredObject object = store("content-range", LENGTH);
        ResponseHead head = fetch(object.get(10, 30)).requireHead();
        assertThat(head.status()).isEqualTo(206);
        assertThat(head.contentLength()).isEqualTo(OptionalLong.of(20));
        assertThat(head.contentRange()).isEqualTo(Optional.of(ContentRange.of(ByteRange.of(10, 20), LENGTH)));
    }

    @Test
    void rangePastTheEndIsClippedOrOutOfBounds() {
        StoredObject object = store("past-end", LENGTH);
        Fetch fetch = fetch(object.get(LENGTH - 10, LENGTH + 90)).await();
        if (fetch.failure().isPresent()) {
            assertOutOfBounds(fetch, LENGTH);
        } else {
            assertThat(fetch.requireBytes()).isEqualTo(object.bytes(LENGTH - 10, LENGTH));
            assertThat(fetch.requireHead().contentRange())
                    .isEqualTo(Optional.of(ContentRange.of(ByteRange.of(LENGTH - 10, 10), LENGTH)));
        }
    }

    @Test
    void rangeBehindTheEndIsOutOfBounds() {
        require(StoreFeature.RANGE_BEHIND_END_REFUSED);
        StoredObject object = store("behind-end", LENGTH);
        assertOutOfBounds(fetch(object.get(LENGTH, LENGTH + 1)), LENGTH);
        assertOutOfBounds(fetch(object.get(LENGTH, LENGTH + 100)), LENGTH);
        assertOutOfBounds(fetch(object.get(LENGTH + 1, LENGTH + 2)), LENGTH);
    }

    @Test
    void offsetsBeyondAnIntAreNotCutOff() {
        require(StoreFeature.RANGE_BEHIND_END_REFUSED);
        StoredObject object = store("beyond-int", LENGTH);
        assertOutOfBounds(fetch(object.get(1L << 32, (1L << 32) + 10)), LENGTH);
        assertOutOfBounds(fetch(object.get((1L << 31) + 5, (1L << 31) + 10)), LENGTH);
    }

    private void assertOutOfBounds(Fetch fetch, long length) {
        ObjectReadException failure = fetch.requireFailure(Kind.OUT_OF_BOUNDS);
        assertThat(fetch.sink().head()).as("no head for a failure").isEmpty();
        if (offers(StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS)) {
            assertThat(failure.answer().objectLength()).isEqualTo(OptionalLong.of(length));
        }
    }

    @Test
    void suffixRangesDeliverTheLastBytes() {
        StoredObject object = store("suffix", LENGTH);
        if (!backend().capabilities().suffixRange()) {
            assertSuffixIsRefused(object);
            return;
        }
        for (long suffix : new long[] {1, 2, 8, 65_536, LENGTH - 1, LENGTH}) {
            Fetch fetch = fetch(object.get(GetRange.suffix(suffix)));
            byte[] expected = object.bytes(LENGTH - suffix, LENGTH);
            assertThat(Arrays.equals(fetch.requireBytes(), expected))
                    .as("the last %d bytes are exact", suffix)
                    .isTrue();
            assertServes(fetch.requireHead(), ByteRange.of(LENGTH - suffix, suffix));
        }
    }

    @Test
    void suffixLongerThanTheObjectDeliversTheWholeObject() {
        StoredObject object = store("long-suffix", 100);
        if (!backend().capabilities().suffixRange()) {
            assertSuffixIsRefused(object);
            return;
        }
        for (long suffix : new long[] {101, 65_536, 1L << 33}) {
            Fetch fetch = fetch(object.get(GetRange.suffix(suffix)));
            assertThat(fetch.requireBytes()).isEqualTo(object.content().bytes());
            assertServes(fetch.requireHead(), ByteRange.of(0, 100));
        }
    }

    /** 206 with the range, or 200 where it is the whole object (RFC 9110, 15.3.7). */
    private static void assertServes(ResponseHead head, ByteRange range) {
        boolean wholeAs200 = head.status() == 200
                && range.offset() == 0
                && head.contentRange().isEmpty();
        if (!wholeAs200) {
            assertThat(head.status()).isEqualTo(206);
            assertThat(head.contentRange().flatMap(ContentRange::range)).isEqualTo(Optional.of(range));
        }
    }

    private void assertSuffixIsRefused(StoredObject object) {
        Fetch fetch = fetch(object.get(GetRange.suffix(8)));
        fetch.requireFailure(Kind.UNSUPPORTED);
        assertThat(fetch.sink().received())
                .as("bytes of a suffix that is not supported")
                .isZero();
        if (offers(StoreFeature.WIRE_LOG)) {
            assertThat(wireRequests(object.key()))
                    .as("suffix ranges on the wire")
                    .isEmpty();
        }
    }

    @Test
    void emptyObjectHasLengthZeroAndNoBytes() {
        StoredObject object = store("empty", 0);
        assertThat(head(object.location()).length()).isZero();
        if (offers(StoreFeature.RANGE_BEHIND_END_REFUSED)) {
            assertOutOfBounds(fetch(object.get(0, 1)), 0);
            assertOutOfBounds(fetch(object.get(0, 65_536)), 0);
        }
        if (backend().capabilities().suffixRange()) {
            Fetch suffix = fetch(object.get(GetRange.suffix(8))).await();
            if (suffix.failure().isPresent()) {
                assertOutOfBounds(suffix, 0);
            } else {
                assertThat(suffix.requireBytes()).isEmpty();
            }
        }
    }

    @Test
    void headAndGetAgreeOnLengthAndVersion() {
        StoredObject object = store("agree", 4_321);
        ObjectMetadata metadata = head(object.location());
        ResponseHead answer = fetch(object.get(1, 2)).requireHead();
        assertThat(metadata.location()).isEqualTo(object.location());
        assertThat(metadata.length()).isEqualTo(4_321);
        assertThat(metadata.version()).as("a version to pin").isPresent().isEqualTo(answer.version());
        assertThat(answer.contentRange().map(ContentRange::total)).isEqualTo(Optional.of(OptionalLong.of(4_321)));
    }
}
