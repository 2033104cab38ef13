package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import dev.vectorio.testkit.Gate;
import dev.vectorio.testkit.SyntheticBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backends, allocators and executors that break their contracts: every stage ends all the same, with a typed error. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileBackendTest {
    private static final long LENGTH = 10_000_000;
    private static final SyntheticBytes CONTENT = new SyntheticBytes(1, LENGTH);

    private final VirtualEngine virtual = new VirtualEngine().timeouts(Duration.ofSeconds(2), Duration.ofSeconds(2));

    private StagedRead read(BiFunction<GetRequest, ResponseSink, Transfer> script, ByteRange... ranges) {
        ScriptedBackend backend = ScriptedBackend.of(script);
        virtual.before(ignored -> backend);
        return virtual.read(virtual.open(LENGTH), ranges);
    }

    private static ResponseHead head(GetRequest request) {
        ByteRange range = ((GetRange.Bounded) request.range()).range();
        return new ResponseHead(
                206,
                OptionalLong.of(range.length()),
                Optional.of(ContentRange.of(range, LENGTH)),
                Optional.of(ObjectVersion.etag("\"1\"")),
                Optional.empty(),
                Optional.of("id"));
    }

    private static ByteBuffer body(GetRequest request) {
        return ByteBuffer.wrap(CONTENT.bytes(((GetRange.Bounded) request.range()).range()));
    }

    private static Transfer answer(GetRequest request, ResponseSink sink) {
        if (sink.onHead(head(request))) {
            sink.onBytes(body(request));
        }
        return ScriptedBackend.transfer(CompletableFuture.completedFuture(null));
    }

    private void failsOnce(BiFunction<GetRequest, ResponseSink, Transfer> script, Kind kind) {
        List<GetRequest> sent = new ArrayList<>();
        StagedRead read = read(
                (request, sink) -> {
                    sent.add(request);
                    return script.apply(request, sink);
                },
                ByteRange.of(0, 100));
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure).hasMessageContainingAll("mem://bucket/object", "[0, 100)", "scripted");
        assertThat(sent).hasSize(1);
        virtual.requireClean();
    }

    @Test
    void aRejectionByTheBackendIsTypedAndNotRetried() {
        failsOnce(
                (request, sink) -> {
                    throw new RejectedExecutionException("the client is closed");
                },
                Kind.INTERNAL);
    }

    @Test
    void aRejectionThroughTheTransferIsTypedAndNotRetried() {
        failsOnce(
                (request, sink) -> ScriptedBackend.transfer(
                        CompletableFuture.failedFuture(new RejectedExecutionException("the client is closed"))),
                Kind.INTERNAL);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the fault
    void aNullTransferIsTypedAndNotRetried() {
        failsOnce((request, sink) -> null, Kind.INTERNAL);
    }

    @Test
    void anErrorFromDoneIsTypedAndNotRetried() {
        failsOnce(
                (request, sink) -> new Transfer() {
                    @Override
                    public CompletionStage<Void> done() {
                        throw new NoClassDefFoundError("broken client");
                    }

                    @Override
                    public void cancel() {
                        throw new IllegalStateException("broken too");
                    }
                },
                Kind.INTERNAL);
    }

    @Test
    void aTransferThatNeverEndsIsGivenUpAfterATimeoutAndASecondOfGrace() {
        List<GetRequest> sent = new ArrayList<>();
        List<ResponseSink> sinks = new ArrayList<>();
        StagedRead read = read(
                (request, sink) -> {
                    sent.add(request);
                    sinks.add(sink);
                    return sent.size() == 1
                            ? ScriptedBackend.transfer(new CompletableFuture<>())
                            : answer(request, sink);
                },
                ByteRange.of(0, 100));
        virtual.world.advance(Duration.ofMillis(2_500));
        assertThat(sent).as("the old attempt might still write").hasSize(1);
        assertThat(sinks.get(0).onHead(head(sent.get(0)))).isFalse();
        sinks.get(0).onBytes(ByteBuffer.allocate(100)); // late: must do no harm
        virtual.expect(read, CONTENT);
        assertThat(sent).hasSize(2);
        sinks.get(0).onBytes(ByteBuffer.allocate(100));
        virtual.requireClean();
    }

    @Test
    void aTransferThatNeverEndsAfterAllBytesKeepsNobodyWaiting() {
        long start = virtual.world.nanoTime();
        StagedRead read = read(
                (request, sink) -> {
                    Transfer ended = answer(request, sink);
                    return ended == null ? ended : ScriptedBackend.transfer(new CompletableFuture<>());
                },
                ByteRange.of(0, 100));
        virtual.expect(read, CONTENT);
        assertThat(virtual.world.nanoTime()).isEqualTo(start);
        virtual.world.advance(Duration.ofSeconds(4));
        assertThat(virtual.engine().inFlight()).isZero();
        virtual.requireClean();
    }

    @Test
    void aSecondHeadIsAProtocolError() {
        failsOnce(
                (request, sink) -> {
                    sink.onHead(head(request));
                    sink.onBytes(body(request).limit(50));
                    sink.onHead(head(request));
                    sink.onBytes(body(request));
                    return ScriptedBackend.transfer(CompletableFuture.completedFuture(null));
                },
                Kind.PROTOCOL);
    }

    @Test
    void bytesWithoutAHeadAreNoData() {
        StagedRead read = read(
                (request, sink) -> {
                    sink.onBytes(body(request));
                    return ScriptedBackend.transfer(CompletableFuture.completedFuture(null));
                },
                ByteRange.of(0, 100));
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.TRANSIENT);
        virtual.requireClean();
    }

    @Test
    void anAllocatorThatThrowsFailsItsRangeAlone() {
        for (Throwable fault : List.of(new OutOfMemoryError("injected"), new IllegalStateException("injected"))) {
            VirtualEngine one = new VirtualEngine();
            SyntheticBytes content = one.put(1, LENGTH);
            if (fault instanceof Error error) {
                one.ledger.failWithError(2, () -> error);
            } else {
                one.ledger.failWithException(2, () -> (RuntimeException) fault);
            }
            StagedRead read =
                    one.read(one.open(LENGTH), ByteRange.of(0, 100), ByteRange.of(100, 50), ByteRange.of(150, 100));
            one.finish(read);
            VirtualEngine.expect(read.result(0), content);
            VirtualEngine.expect(read.result(2), content);
            ObjectReadException failure = one.failure(read, 1);
            assertThat(failure.kind()).isEqualTo(Kind.INTERNAL);
            assertThat(failure.getCause()).isSameAs(fault);
            one.requireClean();
        }
    }

    @Test
    void anAllocatorThatGivesTooLittleOrNothingWritableFailsTheRange() {
        for (ByteBuffer given : List.of(
                ByteBuffer.allocate(99),
                ByteBuffer.allocate(200).position(101),
                ByteBuffer.allocate(200).asReadOnlyBuffer())) {
            VirtualEngine one = new VirtualEngine();
            one.put(1, LENGTH);
            List<ByteBuffer> released = new ArrayList<>();
            BufferAllocator allocator = BufferAllocator.of(length -> given, released::add);
            StagedRead read = one.open(LENGTH).read(List.of(ByteRange.of(0, 100)), VirtualEngine.settings(allocator));
            assertThat(one.failure(read, 0).kind()).isEqualTo(Kind.INTERNAL);
            assertThat(released).hasSize(1).first().isSameAs(given);
            one.requireClean();
        }
    }

    @Test
    void anAllocatorThatRefusesBuffersBackLeavesNoStageOpenAndNoMemoryCounted() {
        virtual.put(1, LENGTH);
        BufferAllocator allocator = BufferAllocator.of(ByteBuffer::allocate, buffer -> {
            throw new IllegalStateException("injected");
        });
        virtual.store().pace(Gate.inBody(request -> true, 10));
        ObjectReader reader = virtual.open(LENGTH);
        StagedRead read = reader.read(
                List.of(ByteRange.of(0, 1_000_000), ByteRange.of(5_000_000, 90_000)),
                VirtualEngine.settings(allocator));
        virtual.world.settle();
        read.cancel();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
        virtual.requireClean();
    }

    @Test
    void aCallbackExecutorThatRejectsFailsTheStageAndReleasesTheBuffer() {
        virtual.put(1, LENGTH);
        ReadSettings settings = new ReadSettings(
                virtual.ledger,
                Optional.of(task -> {
                    throw new RejectedExecutionException("closed");
                }),
                Optional.empty(),
                Long.MAX_VALUE);
        StagedRead read = virtual.open(LENGTH).read(List.of(ByteRange.of(0, 100)), settings);
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(failure.kind()).isEqualTo(Kind.INTERNAL);
        assertThat(failure.getCause()).isInstanceOf(RejectedExecutionException.class);
        virtual.requireClean();
    }

    @Test
    void closingAReadTakesBackWhatItsExecutorHasNotDelivered() {
        virtual.put(1, LENGTH);
        List<Runnable> never = new ArrayList<>();
        ReadSettings settings =
                new ReadSettings(virtual.ledger, Optional.of(never::add), Optional.empty(), Long.MAX_VALUE);
        StagedRead read = virtual.open(LENGTH).read(List.of(ByteRange.of(0, 100)), settings);
        virtual.world.settle();
        assertThat(never).hasSize(1);
        read.close();
        virtual.ledger.assertEmpty();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
        never.forEach(Runnable::run);
        virtual.requireClean();
    }

    @Test
    void callbacksThatThrowHurtNobody() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        StagedRead read = virtual.read(virtual.open(LENGTH), ByteRange.of(0, 100), ByteRange.of(5_000_000, 100));
        CompletableFuture<Object> dependent = read.result(0).thenApply((RangeResult result) -> {
            throw new IllegalStateException("the caller's own fault");
        });
        virtual.expect(read, content);
        assertThat(dependent).isCompletedExceptionally();
        virtual.requireClean();
    }
}
