package dev.vectorio.testkit.engine;

import dev.vectorio.engine.EngineClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Clock and executor in one, both moved by the test alone: tasks wait until the test runs them, in an order that follows
 * from the seed; time passes only when no task is left. One thread, so every run of a seed is the same run.
 */
final class VirtualWorld implements EngineClock, Executor {
    private record Timer(long atNanos, long number, Runnable task) {}

    private final Random random;
    private final boolean shuffled;
    private final List<Runnable> ready = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>((a, b) ->
            a.atNanos() != b.atNanos() ? Long.compare(a.atNanos(), b.atNanos()) : Long.compare(a.number(), b.number()));
    private long now = 1L << 40;
    private long numbers;
    private Runnable afterEachTask = () -> {};
    private boolean atOnce;

    private VirtualWorld(long seed, boolean shuffled) {
        this.random = new Random(seed);
        this.shuffled = shuffled;
    }

    /** Tasks run in the order they came. */
    static VirtualWorld inOrder() {
        return new VirtualWorld(0, false);
    }

    /** Tasks run in an order by chance, as threads might. */
    static VirtualWorld shuffled(long seed) {
        return new VirtualWorld(seed, true);
    }

    /** What must hold at every moment. */
    void afterEachTask(Runnable check) {
        afterEachTask = check;
    }

    /** Whether tasks run where they are brought, as on an executor that has been closed. */
    synchronized void runAtOnce(boolean atOnce) {
        this.atOnce = atOnce;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (!atOnce) {
                ready.add(task);
                return;
            }
        }
        task.run();
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Runnable schedule(Runnable task, Duration delay) {
        Timer timer = new Timer(now + Math.max(0, delay.toNanos()), numbers++, task);
        timers.add(timer);
        return () -> {
            synchronized (this) {
                timers.remove(timer);
            }
        };
    }

    private synchronized Runnable poll() {
        if (ready.isEmpty()) {
            return () -> {};
        }
        return ready.remove(shuffled ? random.nextInt(ready.size()) : 0);
    }

    private synchronized boolean isReady() {
        return !ready.isEmpty();
    }

    /** Runs one task, or lets time pass until the next timer; false if there is neither. */
    boolean step(Duration atMost) {
        if (!isReady() && !tick(atMost)) {
            return false;
        }
        poll().run();
        afterEachTask.run();
        return true;
    }

    private boolean tick(Duration atMost) {
        Timer next;
        synchronized (this) {
            next = timers.peek();
            if (next == null || next.atNanos() - now > atMost.toNanos()) {
                return false;
            }
            timers.remove();
            now = Math.max(now, next.atNanos());
        }
        next.task().run();
        return true;
    }

    /** Runs tasks until none is left; time stands still. */
    void settle() {
        while (isReady()) {
            step(Duration.ZERO);
        }
    }

    /** Lets time pass, and runs what becomes due. */
    void advance(Duration time) {
        long until = nanoTime() + time.toNanos();
        settle();
        while (tick(Duration.ofNanos(until - nanoTime()))) {
            settle();
        }
        synchronized (this) {
            now = until;
        }
        settle();
    }

    /** Runs until the condition holds; false if nothing is left to run before. */
    boolean runUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (!step(Duration.ofDays(1))) {
                return false;
            }
        }
        return true;
    }

    /** Timers that have not run. */
    synchronized int timers() {
        return timers.size();
    }
}
