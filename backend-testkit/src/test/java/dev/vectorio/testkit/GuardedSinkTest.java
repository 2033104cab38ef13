package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.spi.GuardedSink;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GuardedSinkTest {
    private static final ResponseHead HEAD = new ResponseHead(
            206, OptionalLong.of(3), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static ByteBuffer chunk() {
        return ByteBuffer.wrap(new byte[] {1, 2, 3});
    }

    @Test
    void firstEndCounts() {
        GuardedSink sink = new GuardedSink(new RecordingSink());
        assertThat(sink.head(HEAD)).isTrue();
        sink.fail(new IllegalStateException("first"));
        sink.fail(new IllegalStateException("second"));
        sink.complete();
        assertThat(catchThrowable(() -> sink.done().toCompletableFuture().join())
                        .getCause())
                .hasMessage("first");
    }

    @Test
    void nothingGetsThroughAfterTheEnd() {
        RecordingSink recording = new RecordingSink();
        GuardedSink sink = new GuardedSink(recording);
        sink.head(HEAD);
        sink.bytes(chunk());
        sink.complete();
        sink.bytes(chunk());
        assertThat(sink.head(HEAD)).isFalse();
        assertThat(recording.received()).isEqualTo(3);
        assertThat(recording.violations()).isEmpty();
    }

    @Test
    void endDuringACallWaitsForTheCall() {
        AtomicBoolean doneInside = new AtomicBoolean();
        GuardedSink[] self = new GuardedSink[1];
        self[0] = new GuardedSink(new ResponseSink() {
            @Override
            public boolean onHead(ResponseHead head) {
                self[0].fail(new IllegalStateException("cancelled"));
                doneInside.set(self[0].done().toCompletableFuture().isDone());
                return true;
            }

            @Override
            public void onBytes(ByteBuffer bytes) {}
        });
        assertThat(self[0].head(HEAD)).as("the body of an ended transfer").isFalse();
        assertThat(doneInside).isFalse();
        assertThat(self[0].done().toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void failingSinkEndsTheTransferAsOurFault() {
        GuardedSink sink = new GuardedSink(new ResponseSink() {
            @Override
            public boolean onHead(ResponseHead head) {
                return true;
            }

            @Override
            public void onBytes(ByteBuffer bytes) {
                throw new OutOfMemoryError("no room");
            }
        });
        sink.head(HEAD);
        sink.bytes(chunk());
        assertThat(sink.hasEnded()).isTrue();
        Throwable failure =
                catchThrowable(() -> sink.done().toCompletableFuture().join()).getCause();
        assertThat(failure).isInstanceOf(ObjectReadException.class).hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(((ObjectReadException) failure).kind()).isEqualTo(ObjectReadException.Kind.INTERNAL);
    }

    @Test
    void noCallIsUnderWayWhenDoneCompletes() throws Exception {
        long seed = 20_260_713;
        SplittableRandom random = new SplittableRandom(seed);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 2_000; round++) {
                int spin = random.nextInt(200);
                AtomicInteger inside = new AtomicInteger();
                AtomicBoolean overlap = new AtomicBoolean();
                GuardedSink sink = new GuardedSink(new ResponseSink() {
                    @Override
                    public boolean onHead(ResponseHead head) {
                        return true;
                    }

                    @Override
                    public void onBytes(ByteBuffer bytes) {
                        inside.incrementAndGet();
                        Thread.onSpinWait();
                        inside.decrementAndGet();
                    }
                });
                var unused = sink.done().handle((nothing, failure) -> {
                    overlap.compareAndSet(false, inside.get() != 0);
                    return null;
                });
                CountDownLatch go = new CountDownLatch(1);
                Future<?> deliverer = threads.submit(() -> {
                    go.await();
                    for (int i = 0; i < 100; i++) {
                        sink.bytes(chunk());
                    }
                    return null;
                });
                Future<?> canceller = threads.submit(() -> {
                    go.await();
                    for (int i = 0; i < spin; i++) {
                        Thread.onSpinWait();
                    }
                    sink.complete();
                    return null;
                });
                go.countDown();
                deliverer.get();
                canceller.get();
                assertThat(sink.done().toCompletableFuture()).isCompleted();
                assertThat(overlap).as("round %d of seed %d", round, seed).isFalse();
            }
        } finally {
            threads.shutdown();
        }
    }
}
