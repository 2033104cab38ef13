package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.VectorIo;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.InMemoryBackend;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every failure of a range names object, range, kind and cause, whoever found it. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailureNamesTest {
    private static final long LENGTH = 20_000_000;
    private static final ByteRange WANTED = ByteRange.of(5_000_000, 100);

    private final VirtualEngine virtual = new VirtualEngine();

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    /** A way to fail, the kind, and what the message says of the cause. */
    private record Way(String name, Kind kind, String cause, Function<VirtualEngine, StagedRead> fail) {
        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    private static Way faulty(String name, Kind kind, String cause, Fault fault) {
        return new Way(name, kind, cause, virtual -> {
            virtual.faults(FaultSchedule.when(request -> true, fault));
            return virtual.read(virtual.open(LENGTH), WANTED);
        });
    }

    private static Way allocated(String name, String cause, BufferAllocator allocator) {
        return new Way(
                name,
                Kind.INTERNAL,
                cause,
                virtual -> virtual.open(LENGTH).read(List.of(WANTED), VirtualEngine.settings(allocator)));
    }

    private static BufferAllocator failing(Error error) {
        return BufferAllocator.of(
                length -> {
                    throw error;
                },
                buffer -> {});
    }

    private static StagedRead late(VirtualEngine virtual, Function<ReadSettings, StagedRead> read) {
        virtual.faults(FaultSchedule.when(request -> true, new Fault.Stall(-1)));
        return read.apply(new ReadSettings(
                virtual.ledger, Optional.empty(), Optional.of(Duration.ofMillis(300)), Long.MAX_VALUE));
    }

    static Stream<Way> ways() {
        return Stream.concat(
                Stream.of(
                        faulty("silent store", Kind.TIMEOUT, "no answer within 10000 ms", new Fault.Stall(-1)),
                        faulty("stalled body", Kind.TIMEOUT, "no progress for 10000 ms", new Fault.Stall(10)),
                        faulty("short body", Kind.TRANSIENT, "the body ended after 10 bytes", new Fault.ShortBody(10)),
                        faulty("reset", Kind.TRANSIENT, "", new Fault.Reset(10)),
                        faulty("other bytes", Kind.PROTOCOL, "range not honoured", new Fault.WrongContentRange(7)),
                        faulty("range ignored", Kind.PROTOCOL, "range not honoured", new Fault.RangeIgnored()),
                        faulty("throttled", Kind.THROTTLED, "", Fault.throttled(Optional.of(Duration.ofSeconds(90)))),
                        faulty(
                                "fault of the backend",
                                Kind.INTERNAL,
                                "thrown by the test",
                                new Fault.ThrowFromGet(() -> new IllegalStateException("thrown by the test"))),
                        allocated(
                                "small buffer",
                                "writable bytes",
                                BufferAllocator.of(length -> ByteBuffer.allocate(length - 1), buffer -> {})),
                        allocated("allocator's error", "thrown by the test", failing(new Error("thrown by the test"))),
                        new Way(
                                "past the deadline",
                                Kind.TIMEOUT,
                                "the deadline of 300 ms has passed",
                                virtual -> late(
                                        virtual,
                                        settings -> virtual.open(LENGTH).read(List.of(WANTED), settings))),
                        new Way("cancelled", Kind.CANCELLED, "the read was cancelled", virtual -> {
                            StagedRead read = virtual.read(virtual.open(LENGTH), WANTED);
                            read.cancel();
                            return read;
                        }),
                        new Way("closed reader", Kind.CANCELLED, "the reader is closed", virtual -> {
                            ObjectReader reader = virtual.open(LENGTH);
                            reader.close();
                            return virtual.read(reader, WANTED);
                        }),
                        new Way("behind the end", Kind.OUT_OF_BOUNDS, "4000000 bytes", virtual -> {
                            virtual.put(2, 4_000_000);
                            return virtual.read(virtual.open(KnownObject.at(VirtualEngine.OBJECT)), WANTED);
                        }),
                        new Way(
                                "behind the known end",
                                Kind.OUT_OF_BOUNDS,
                                "5000050 bytes",
                                virtual -> virtual.read(virtual.open(5_000_050), WANTED)),
                        new Way("another version", Kind.OBJECT_CHANGED, "changed while it was read", virtual -> {
                            virtual.faults(FaultSchedule.nth(2, new Fault.WrongVersion()));
                            ObjectReader reader = virtual.open(LENGTH);
                            StagedRead first = virtual.read(reader, ByteRange.of(0, 1));
                            virtual.finish(first);
                            first.result(0).join().close();
                            return virtual.read(reader, WANTED);
                        }),
                        new Way("another length", Kind.OBJECT_CHANGED, "length hint", virtual -> {
                            virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.FAIL, 0);
                            KnownObject hinted =
                                    KnownObject.at(VirtualEngine.OBJECT).withLengthHint(LENGTH - 1);
                            return virtual.read(virtual.open(hinted), WANTED);
                        })),
                Arrays.stream(Kind.values())
                        .filter(kind -> !kind.isRetryable() && kind != Kind.OUT_OF_BOUNDS)
                        .map(kind -> faulty("as the backend says", kind, "", Fault.failure(kind))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyFailureNamesObjectRangeKindAndCause(Way way) {
        virtual.put(1, LENGTH);
        ObjectReadException failure = virtual.failure(way.fail().apply(virtual), 0);
        assertThat(failure.kind()).isEqualTo(way.kind());
        assertThat(failure)
                // of a body that was cut, what is still missing
                .hasMessageMatching("(?s)mem://bucket/object \\[50000\\d\\d, 5000100\\): " + way.kind() + ": .*")
                .hasMessageContaining(way.cause());
    }

    @Test
    void everyKindIsMadeInSomeWay() {
        virtual.put(1, LENGTH);
        assertThat(ways().map(Way::kind)).contains(Kind.values());
    }

    @Test
    void aTailThatNobodyHasPlacedIsNamedByItsLength() {
        virtual.put(1, LENGTH);
        ObjectReadException failure = virtual.failure(
                late(
                        virtual,
                        settings -> virtual.open(KnownObject.at(VirtualEngine.OBJECT))
                                .readTail(100, settings)),
                0);
        assertThat(failure)
                .hasMessageStartingWith(
                        "mem://bucket/object the last 100 bytes: TIMEOUT: the deadline of 300 ms has passed");
    }

    @Test
    void aRangeForWhichThereIsNoMemorySaysWhatToDo() {
        virtual.put(1, LENGTH);
        StagedRead read = virtual.open(LENGTH)
                .read(List.of(WANTED), VirtualEngine.settings(failing(new OutOfMemoryError("Java heap space"))));
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(failure.kind()).isEqualTo(Kind.INTERNAL);
        assertThat(failure)
                .hasMessageContainingAll(
                        "mem://bucket/object " + WANTED,
                        "Java heap space",
                        "of memory-budget-bytes=268435456 are in use",
                        "set vectorio.memory-budget-bytes=",
                        "-Xmx");
    }

    @Test
    void whatCannotBeOpenedAnyMoreIsNamed() {
        InMemoryBackend store = virtual.store();
        VectorIo io = VectorIo.builder().backend("mem", store).build();
        io.close();
        assertThatThrownBy(() -> io.open(VirtualEngine.OBJECT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mem://bucket/object cannot be opened: closed");
        assertThatThrownBy(() -> io.open(KnownObject.at(VirtualEngine.OBJECT), store))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mem://bucket/object cannot be opened: closed");
    }

    @Test
    void failuresOfTheStoreKeepItsAnswer() {
        virtual.put(1, LENGTH);
        virtual.faults(FaultSchedule.when(request -> true, Fault.throttled(Optional.of(Duration.ofSeconds(90)))));
        ObjectReadException failure = virtual.failure(virtual.read(virtual.open(LENGTH), WANTED), 0);
        assertThat(failure.answer().retryAfter()).contains(Duration.ofSeconds(90));
        assertThat(failure.answer()).isNotEqualTo(StoreAnswer.none());
    }
}
