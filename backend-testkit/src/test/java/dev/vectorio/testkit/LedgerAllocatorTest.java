package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LedgerAllocatorTest {
    @Test
    void booksBalanceWhenEveryBufferCameBack() {
        LedgerAllocator ledger = LedgerAllocator.heap();
        ByteBuffer first = ledger.allocate(100);
        ByteBuffer second = ledger.allocate(0);
        assertThat(ledger.liveBytes()).isEqualTo(100);
        ledger.release(first);
        ledger.release(second);
        ledger.assertEmpty();
        assertThat(ledger.allocations()).isEqualTo(2);
        assertThat(ledger.releases()).isEqualTo(2);
        assertThat(ledger.liveBytes()).isZero();
        assertThat(ledger.peakBytes()).isEqualTo(100);
        assertThat(ledger.largestAllocation()).isEqualTo(100);
    }

    @Test
    void buffersHaveAnOddPositionAndSpareRoom() {
        for (LedgerAllocator ledger : new LedgerAllocator[] {LedgerAllocator.heap(), LedgerAllocator.direct()}) {
            ByteBuffer buffer = ledger.allocate(100);
            assertThat(buffer.position()).isEqualTo(LedgerAllocator.FRONT_ROOM);
            assertThat(buffer.remaining()).isEqualTo(100 + LedgerAllocator.BACK_ROOM);
        }
        assertThat(LedgerAllocator.heap().allocate(1).isDirect()).isFalse();
        assertThat(LedgerAllocator.direct().allocate(1).isDirect()).isTrue();
    }

    @Test
    void leakNamesItsOwner() {
        LedgerAllocator ledger = LedgerAllocator.heap();
        ledger.allocate(42);
        assertThatThrownBy(ledger::assertEmpty)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("42 bytes on " + Thread.currentThread().getName())
                .hasStackTraceContaining("leakNamesItsOwner");
    }

    @Test
    void releasedBufferIsOverwritten() {
        LedgerAllocator ledger = LedgerAllocator.direct();
        ByteBuffer buffer = ledger.allocate(1_003);
        ledger.release(buffer);
        for (int i = 0; i < buffer.capacity(); i++) {
            assertThat(buffer.get(i)).isEqualTo(LedgerAllocator.POISON);
        }
    }

    @Test
    void doubleAndForeignReleasesAreFaults() {
        LedgerAllocator ledger = LedgerAllocator.heap();
        ByteBuffer buffer = ledger.allocate(8);
        ledger.release(buffer);
        assertThatThrownBy(() -> ledger.release(buffer)).hasMessageContaining("released twice");
        ByteBuffer view = ledger.allocate(8).duplicate();
        assertThatThrownBy(() -> ledger.release(view)).hasMessageContaining("not a buffer of this allocator");
        assertThatThrownBy(ledger::assertEmpty).hasMessageContaining("2 faults");
    }

    @Test
    void scheduledCallsFailOnceAndLendNothing() {
        LedgerAllocator ledger = LedgerAllocator.heap()
                .failWithError(2, () -> new OutOfMemoryError("scheduled"))
                .failWithException(3, () -> new IllegalStateException("scheduled"));
        ByteBuffer first = ledger.allocate(1);
        assertThatThrownBy(() -> ledger.allocate(1)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> ledger.allocate(1)).isInstanceOf(IllegalStateException.class);
        ByteBuffer fourth = ledger.allocate(1);
        ledger.release(first);
        ledger.release(fourth);
        assertThatCode(ledger::assertEmpty).doesNotThrowAnyException();
    }

    @Test
    void overlappingCallsAreFaults() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        LedgerAllocator ledger = LedgerAllocator.heap().failWithException(1, () -> {
            inside.countDown();
            Watchdog.await(mayLeave, "the second call never came");
            return new IllegalStateException("scheduled");
        });
        CompletableFuture<Void> slow =
                CompletableFuture.runAsync(() -> ledger.allocate(1), task -> new Thread(task, "slow-caller").start());
        Watchdog.await(inside, "the first call never began");
        ByteBuffer foreign = ByteBuffer.allocate(1);
        assertThatThrownBy(() -> ledger.release(foreign)).hasMessageContaining("slow-caller is inside the allocator");
        mayLeave.countDown();
        assertThatThrownBy(slow::join).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(ledger::assertEmpty).hasMessageContaining("1 faults");
    }
}
