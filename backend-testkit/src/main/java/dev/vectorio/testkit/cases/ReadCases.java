package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.testkit.SyntheticBytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cases that need no fault of the store: for every store there is. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ReadCases extends CaseFixture {
    private static final int MIB = 1 << 20;
    private static final int SMALL = 3 * MIB;
    /** Longer than what the first request for an unknown length brings. */
    private static final int LONG = 5_000_000;
    /** Neither in its tail nor in its first MiB. */
    private static final ByteRange MIDDLE = ByteRange.of(2_000_000, 1_000);

    /** For subclasses. */
    protected ReadCases() {}

    @Test
    @DisplayName("B08 an object replaced between two reads is noticed by its version, never mixed in")
    void replacedObjectIsNeverMixedIn() throws Exception {
        SyntheticBytes first = store("replaced", LONG);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(location("replaced"))) {
            ObjectVersion pinned = reader.metadata().join().version().orElseThrow();
            replace("replaced", LONG, 8);
            long before = reader.stats().gets();
            ObjectReadException changed = failureOf(reader, MIDDLE);
            assertThat(changed.kind()).isEqualTo(Kind.OBJECT_CHANGED);
            assertThat(changed).hasMessageContainingAll(location("replaced").toString(), pinned.token());
            assertThat(reader.stats().gets() - before).as("attempts").isEqualTo(1);
            assertThat(reader.stats().heads()).isZero();
            assertThat(first.length()).isEqualTo(LONG);
        }
    }

    @Test
    @DisplayName("B08 a small object read whole is checked against the version that the caller gave")
    void replacedSmallObjectIsNoticed() throws Exception {
        store("small", 100_000);
        try (VectorIo io = io(options -> options)) {
            ObjectVersion first;
            try (RangeReader reader = io.open(location("small"))) {
                first = reader.metadata().join().version().orElseThrow();
            }
            replace("small", 100_000, 8);
            try (RangeReader reader = io.open(known("small", 100_000).withVersion(first))) {
                assertThat(failureOf(reader, ByteRange.of(10, 20)).kind()).isEqualTo(Kind.OBJECT_CHANGED);
                assertThat(reader.stats().gets()).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("B13 the tail of an object of known length is one GET that serves trailer and footer")
    void tailOfKnownLengthIsOneGet() throws Exception {
        SyntheticBytes content = store("footer", 1_000_000);
        try (VectorIo io = io(options -> ranged(options).withTailBytes(64 << 10));
                RangeReader reader = io.open(known("footer", 1_000_000));
                VectoredRead trailer = reader.readTail(8, options())) {
            require(content, ByteRange.of(999_992, 8), trailer.await(0));
            requireRead(reader, content, ByteRange.of(969_992, 30_000));
            assertThat(reader.stats().gets()).isEqualTo(1);
            assertThat(reader.stats().fetchedBytes()).isEqualTo(64 << 10);
            assertThat(reader.stats().heads()).isZero();
        }
    }

    @Test
    @DisplayName("B13 an unknown length costs no request where suffix ranges work, one without them, and never a HEAD")
    void tailOfUnknownLengthNeedsNoHead() throws Exception {
        SyntheticBytes content = store("footer", 1_000_000);
        try (VectorIo io =
                        io(options -> ranged(options).withTailBytes(64 << 10).withUnknownLengthFirstBytes(64 << 10));
                RangeReader reader = io.open(location("footer"));
                VectoredRead trailer = reader.readTail(8, options())) {
            require(content, ByteRange.of(999_992, 8), trailer.await(0));
            requireRead(reader, content, ByteRange.of(969_992, 30_000));
            assertThat(reader.stats().gets()).isEqualTo(capabilities().suffixRange() ? 1 : 2);
            assertThat(reader.stats().heads()).isZero();
            assertThat(reader.knownLength()).hasValue(1_000_000);
        }
    }

    @Test
    @DisplayName("B18 an object up to whole-object-bytes is one GET for all its reads, one byte more is planned")
    void smallObjectIsOneGet() throws Exception {
        for (int length : new int[] {SMALL - 1, SMALL, SMALL + 1}) {
            SyntheticBytes content = store("small-" + length, length);
            try (VectorIo io = io(options -> options);
                    RangeReader reader = io.open(known("small-" + length, length))) {
                for (int group = 0; group < 3; group++) {
                    requireRead(reader, content, ByteRange.of(4 + group * 1_000_000L, 200_000));
                }
                requireRead(reader, content, ByteRange.of(length - 8L, 8));
                boolean whole = length <= SMALL;
                assertThat(reader.stats().gets()).as("GETs of %d bytes", length).isEqualTo(whole ? 1 : 4);
                assertThat(reader.stats().heads()).isZero();
            }
        }
    }

    @Test
    @DisplayName("B18 whole-object-bytes=0 turns it off, and an unknown length adds no HEAD for the decision")
    void smallObjectIsPlannedWhereWholeReadsAreOff() throws Exception {
        SyntheticBytes content = store("small", 100_000);
        try (VectorIo io = io(options -> options.withWholeObjectBytes(0));
                RangeReader reader = io.open(known("small", 100_000))) {
            requireRead(reader, content, ByteRange.of(0, 1_000));
            assertThat(reader.stats().fetchedBytes()).isEqualTo(1_000);
        }
        try (VectorIo io = io(options -> options);
                RangeReader reader = io.open(location("small"))) {
            requireRead(reader, content, ByteRange.of(0, 1_000));
            requireRead(reader, content, ByteRange.of(50_000, 1_000));
            assertThat(reader.stats().heads()).isZero();
        }
    }

    @Test
    @DisplayName("B27 a range past a length that the store gave is refused before anything is sent or allocated")
    void rangePastATrustedLengthIsRefusedWithoutIo() {
        store("short", 65_536);
        for (ByteRange past : List.of(ByteRange.of(65_536, 100), ByteRange.of(65_500, 100))) {
            try (VectorIo io = io(CaseFixture::ranged);
                    RangeReader reader = io.open(known("short", 65_536));
                    VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 10), past), options())) {
                assertThat(failure(() -> read.await(1)).kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
                assertThat(failure(() -> read.await(0)).kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
                assertThat(reader.stats().gets()).isZero();
                assertThat(ledger().allocations()).isZero();
            }
        }
    }

    @Test
    @DisplayName("B27 a range past the end of an object of unknown length costs one GET and stays refused")
    void rangePastAnUnknownEndIsRefusedOnce() throws Exception {
        store("short", 65_536);
        for (ByteRange past : List.of(ByteRange.of(65_536, 100), ByteRange.of(65_500, 100))) {
            try (VectorIo io = io(CaseFixture::ranged);
                    RangeReader reader = io.open(location("short"))) {
                ObjectReadException refused = failureOf(reader, past);
                assertThat(refused.kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
                assertThat(refused).hasMessageContainingAll(location("short").toString(), past.toString());
                assertThat(reader.stats().gets()).isEqualTo(1);
                assertThat(reader.stats().retries()).isZero();
                replace("short", 70_000, 27);
                Kind later = failureOf(reader, past).kind();
                assertThat(later).as("after it has grown").isIn(Kind.OUT_OF_BOUNDS, Kind.OBJECT_CHANGED);
            }
            store("short", 65_536);
        }
    }

    @Test
    @DisplayName("B46 a missing object is NOT_FOUND after one request, at its first read and between two")
    void missingObjectIsNotFound() throws Exception {
        try (VectorIo io = io(options -> options);
                RangeReader reader = io.open(location("missing"))) {
            ObjectReadException missing = failureOf(reader, ByteRange.of(0, 10));
            assertThat(missing.kind()).isEqualTo(Kind.NOT_FOUND);
            assertThat(missing).hasMessageContaining(location("missing").toString());
            assertThat(reader.stats().gets()).isEqualTo(1);
            assertThat(reader.stats().heads()).isZero();
        }
        SyntheticBytes content = store("deleted", MIB);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(location("deleted"))) {
            requireRead(reader, content, ByteRange.of(0, 10));
            delete("deleted");
            ObjectReadException gone = failureOf(reader, ByteRange.of(500_000, 10));
            assertThat(gone.kind()).isEqualTo(Kind.NOT_FOUND);
            assertThat(gone).hasMessageContaining(location("deleted").toString());
            assertThat(reader.stats().gets()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("B46 a missing container is NOT_FOUND and a denied object ACCESS_DENIED, each after one request")
    void missingContainerAndDeniedObjectAreTold() {
        try (VectorIo io = io(options -> options)) {
            try (RangeReader reader = io.open(missingContainer())) {
                assertThat(failureOf(reader, ByteRange.of(0, 10)).kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(reader.stats().gets()).isEqualTo(1);
            }
            deniedObject().ifPresent(location -> {
                try (RangeReader reader = io.open(location)) {
                    ObjectReadException denied = failureOf(reader, ByteRange.of(0, 10));
                    assertThat(denied.kind()).isEqualTo(Kind.ACCESS_DENIED);
                    assertThat(denied).hasMessageContaining(location.toString());
                    assertThat(reader.stats().gets()).isEqualTo(1);
                }
            });
        }
    }

    @Test
    @DisplayName("B55 an empty range is an empty buffer and no GET, joints lose no byte, the last byte is one byte")
    void endsAreExclusive() throws Exception {
        SyntheticBytes content = store("ends", 6);
        try (VectorIo io = io(options -> ranged(options).withMaxRequestBytes(3));
                RangeReader reader = io.open(known("ends", 6))) {
            requireRead(reader, content, ByteRange.of(5, 0));
            assertThat(reader.stats().gets()).isZero();
            try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 3), ByteRange.of(3, 3)), options())) {
                require(content, ByteRange.of(0, 3), read.await(0));
                require(content, ByteRange.of(3, 3), read.await(1));
            }
            assertThat(reader.stats().gets()).isEqualTo(2);
            requireRead(reader, content, ByteRange.of(5, 1));
            assertThat(reader.stats().fetchedBytes()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("B60 a tail longer than the object is the object, and bytes above 127 stay what they are")
    void tailOfATinyObjectIsTheObject() throws Exception {
        byte[] bytes = new byte[100];
        bytes[99] = (byte) 0xFF;
        put("tiny", bytes);
        for (KnownObject object : List.of(known("tiny", 100), KnownObject.at(location("tiny")))) {
            for (long whole : new long[] {0, SMALL}) {
                try (VectorIo io = io(options -> options.withTailBytes(64 << 10).withWholeObjectBytes(whole));
                        RangeReader reader = io.open(object);
                        VectoredRead tail = reader.readTail(64 << 10, options())) {
                    RangeResult all = tail.await(0);
                    assertThat(all.range()).isEqualTo(ByteRange.of(0, 100));
                    assertThat(all.buffer().get(99) & 0xff).isEqualTo(255);
                    assertThat(reader.stats().gets()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "B67 version-check=strict refuses an object that was written anew, warn reads on while its length stays")
    void versionCheckDecidesWhatAChangeMeans() throws Exception {
        for (VersionCheck check : VersionCheck.values()) {
            store("touched", LONG);
            try (VectorIo io = io(options -> ranged(options).withVersionCheck(check));
                    RangeReader reader = io.open(location("touched"))) {
                assertThat(reader.metadata().join().length()).isEqualTo(LONG);
                SyntheticBytes now = replace("touched", LONG, 67);
                if (check == VersionCheck.STRICT) {
                    ObjectReadException changed = failureOf(reader, MIDDLE);
                    assertThat(changed.kind()).isEqualTo(Kind.OBJECT_CHANGED);
                    assertThat(changed).hasMessageContaining("version-check=warn");
                    continue;
                }
                requireRead(reader, now, MIDDLE);
                replace("touched", LONG + 1, 68);
                assertThat(failureOf(reader, ByteRange.of(3_000_000, 10)).kind())
                        .as("another length, version-check=%s", check)
                        .isEqualTo(Kind.OBJECT_CHANGED);
            }
        }
    }

    @Test
    @DisplayName("B67 version-pin=version-id goes on reading the old bytes, where the store keeps them")
    void versionIdReadsTheOldBytes() throws Exception {
        SyntheticBytes old = store("kept", LONG);
        try (VectorIo io = io(options -> ranged(options).withVersionPin(VersionPin.VERSION_ID));
                RangeReader reader = io.open(location("kept"))) {
            assertThat(reader.metadata().join().length()).isEqualTo(LONG);
            replace("kept", LONG + 5, 67);
            if (keepsVersions()) {
                requireRead(reader, old, MIDDLE);
            } else {
                assertThat(failureOf(reader, MIDDLE).kind()).isEqualTo(Kind.OBJECT_CHANGED);
            }
        }
    }

    @Test
    @DisplayName("B71 a wrong length hint is corrected once by the first answer, or told with both lengths")
    void wrongLengthHintIsCorrectedOrTold() throws Exception {
        long length = 5_000_000;
        SyntheticBytes content = store("hinted", length);
        for (long off : new long[] {1_000, -1_000}) {
            KnownObject hinted = KnownObject.at(location("hinted")).withLengthHint(length + off);
            try (VectorIo io = io(options -> options);
                    RangeReader reader = io.open(hinted);
                    VectoredRead tail = reader.readTail(8, options())) {
                require(content, ByteRange.of(length - 8, 8), tail.await(0));
                assertThat(reader.stats().gets()).isBetween(1L, 2L);
                assertThat(reader.knownLength()).hasValue(length);
            }
            try (VectorIo io = io(options -> options.withLengthMismatch(LengthMismatch.FAIL));
                    RangeReader reader = io.open(hinted);
                    VectoredRead tail = reader.readTail(8, options())) {
                assertThat(failure(() -> tail.await(0)))
                        .hasMessageContaining("length hint " + (length + off) + ", object " + length);
            }
        }
    }

    @Test
    @DisplayName("B56 results come in the order of the list, however many ranges in whatever order")
    void resultsLineUpWithTheList() throws Exception {
        SyntheticBytes content = store("many", MIB);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ranges.add(ByteRange.of((i * 7_919L) % 10_000 * 100, 60));
        }
        List<ByteRange> before = List.copyOf(ranges);
        try (VectorIo io = io(options -> options);
                RangeReader reader = io.open(known("many", MIB));
                VectoredRead read = reader.readVectored(before, options())) {
            for (int i = 0; i < before.size(); i++) {
                require(content, ranges.get(i), read.await(i));
            }
            assertThat(before).isEqualTo(ranges);
        }
    }
}
