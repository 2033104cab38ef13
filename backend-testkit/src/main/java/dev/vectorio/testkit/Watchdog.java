package dev.vectorio.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits that end in an error with the stacks of all threads instead of hanging. */
final class Watchdog {
    private Watchdog() {}

    static AssertionError expired(String what) {
        AssertionError error = new AssertionError(what);
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            Throwable where = new Throwable(thread.getName() + " " + thread.getState());
            where.setStackTrace(stack);
            error.addSuppressed(where);
        });
        return error;
    }

    static void await(CountDownLatch latch, String what) {
        try {
            if (!latch.await(Fetch.WATCHDOG.toNanos(), TimeUnit.NANOSECONDS)) {
                throw expired(what);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting: " + what, e);
        }
    }

    /** The fetch that a sink belongs to, which it learns once {@code get} has returned. */
    static Fetch await(CompletableFuture<Fetch> started) {
        try {
            return started.get(Fetch.WATCHDOG.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw expired("get() did not return while its answer was under way");
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("interrupted while waiting for get()", e);
        }
    }

    static void awaitTrue(Duration limit, BooleanSupplier condition, String what) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw expired(what);
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    /** The names of all live threads, sorted: what to look at when there are too many. */
    static String threadNames() {
        return Arrays.toString(Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .toArray());
    }
}
