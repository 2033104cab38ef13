package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.spi.ResponseHead;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * How a sink is called. The order (head first, one call at a time, none after the end) is checked in every test by
 * {@link RecordingSink}; the tests here provoke it.
 */
abstract class SinkChecks extends VersionChecks {
    private static final int LENGTH = 2_000_003;

    @Test
    void callsIntoTheSinkNeverOverlap() {
        StoredObject object = store("overlap", LENGTH);
        CountDownLatch secondCall = new CountDownLatch(2);
        Fetch fetch = fetch(object.whole(), new RecordingSink() {
            @Override
            protected void chunkArrived(ByteBuffer chunk) {
                // The first call stays long enough for an overlapping one to show itself.
                secondCall.countDown();
                linger(secondCall);
            }
        });
        assertThat(Arrays.equals(fetch.requireBytes(), object.content().bytes()))
                .isTrue();
        assertThat(fetch.sink().violations()).isEmpty();
    }

    @Test
    void doneCompletesAfterTheLastByte() {
        StoredObject object = store("last-byte", LENGTH);
        CountDownLatch watched = new CountDownLatch(1);
        Fetch fetch = fetch(object.whole(), new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                // The answer waits until the test watches done().
                Watchdog.await(watched, "get() did not return while its answer was under way");
                return true;
            }
        });
        watched.countDown();
        fetch.requireBytes();
        assertThat(fetch.sink().receivedWhenDone()).isEqualTo(LENGTH);
        assertThat(fetch.sink().violations()).isEmpty();
    }

    @Test
    void positionOfAChunkMayBeMovedOrLeft() {
        StoredObject object = store("positions", LENGTH);
        assertExactFor(object, chunk -> {});
        assertExactFor(object, chunk -> chunk.position(chunk.limit()));
        assertExactFor(object, chunk -> chunk.position(chunk.position() + chunk.remaining() / 2));
    }

    private void assertExactFor(StoredObject object, Consumer<ByteBuffer> mover) {
        Fetch fetch = fetch(object.whole(), new RecordingSink() {
            @Override
            protected void chunkArrived(ByteBuffer chunk) {
                mover.accept(chunk);
            }
        });
        assertThat(Arrays.equals(fetch.requireBytes(), object.content().bytes()))
                .isTrue();
    }

    @Test
    void refusedHeadEndsTheTransferWithoutABody() {
        StoredObject object = store("refused", LENGTH);
        for (int i = 0; i < 3; i++) {
            Fetch fetch = fetch(object.whole(), refusing()).await(Duration.ofSeconds(1));
            assertThat(fetch.sink().head()).isPresent();
            assertThat(fetch.sink().received()).isZero();
        }
        assertThat(fetch(object.get(5, 9)).requireBytes()).isEqualTo(object.bytes(5, 9));
    }

    static RecordingSink refusing() {
        return new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                return false;
            }
        };
    }

    @Test
    void throwingSinkStillEndsTheTransfer() {
        StoredObject object = store("throwing-sink", LENGTH);
        Fetch inHead = fetch(object.whole(), new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                throw new IllegalStateException("thrown by the sink of the test, in onHead");
            }
        });
        assertThat(inHead.await().failure()).isPresent();
        Fetch inBody = fetch(object.whole(), new RecordingSink() {
            @Override
            protected void chunkArrived(ByteBuffer chunk) {
                throw new IllegalStateException("thrown by the sink of the test, in onBytes");
            }
        });
        assertThat(inBody.await().failure()).isPresent();
        assertThat(fetch(object.get(5, 9)).requireBytes()).isEqualTo(object.bytes(5, 9));
    }

    private static void linger(CountDownLatch other) {
        try {
            if (other.await(50, TimeUnit.MILLISECONDS)) {
                return;
            }
            other.countDown();
        } catch (InterruptedException e) {
            throw new AssertionError("the transport thread was interrupted inside the sink", e);
        }
    }
}
