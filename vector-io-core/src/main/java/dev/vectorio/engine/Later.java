package dev.vectorio.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Work that must wait until the reader's lock is given back. Not thread-safe. */
final class Later {
    private final List<Runnable> work = new ArrayList<>(2);

    void add(Runnable task) {
        work.add(task);
    }

    /** Runs all of it in order, whatever a part of it throws. */
    void run(Consumer<Throwable> onFailure) {
        for (Runnable task : work) {
            try {
                task.run();
            } catch (Throwable t) {
                onFailure.accept(t);
            }
        }
    }
}
