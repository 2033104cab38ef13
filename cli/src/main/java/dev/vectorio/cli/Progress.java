package dev.vectorio.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A bar on a terminal for work that takes longer than two seconds. Draws itself from a counter that it looks at now and
 * then, and is wiped at the end.
 */
public final class Progress {
    private static final long PATIENCE_MILLIS = 2_000;
    private static final long BEAT_MILLIS = 200;
    private static final int WIDTH = 30;

    private final PrintWriter err;
    private final Meter meter;
    private final ScheduledExecutorService timer;
    private int drawn;

    private Progress(PrintWriter err, Meter meter) {
        this.err = err;
        this.meter = meter;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "vio-progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Where bars are drawn.
     *
     * @param terminal if false, nothing is ever drawn
     */
    public record Screen(PrintWriter err, boolean terminal) {}

    /**
     * How far the work is.
     *
     * @param total what {@code done} will have reached at the end
     */
    public record Meter(String what, long total, LongSupplier done) {}

    /** Work that is watched. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it. */
        T run() throws IOException;
    }

    /** Does the work, with a bar if it takes long. */
    public static <T> T watch(Screen screen, Meter meter, Work<T> work) throws IOException {
        if (!screen.terminal() || meter.total() <= 0) {
            return work.run();
        }
        Progress progress = new Progress(screen.err(), meter);
        progress.timer.scheduleAtFixedRate(progress::draw, PATIENCE_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
        try {
            return work.run();
        } finally {
            progress.close();
        }
    }

    private synchronized void draw() {
        double share = Math.min(1, (double) meter.done().getAsLong() / meter.total());
        int full = (int) (share * WIDTH);
        String line = String.format(
                Locale.ROOT,
                "%s [%s%s] %3.0f %%",
                meter.what(),
                "#".repeat(full),
                ".".repeat(WIDTH - full),
                share * 100);
        err.print("\r" + line);
        err.flush();
        drawn = line.length();
    }

    private void close() {
        timer.shutdownNow();
        synchronized (this) {
            if (drawn > 0) {
                err.print("\r" + " ".repeat(drawn) + "\r");
                err.flush();
                drawn = 0;
            }
        }
    }
}
