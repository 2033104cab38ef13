package dev.vectorio.iceberg;

import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that were asked for one after another before the first of them was opened, as a task does that knows all its files
 * from the start. Opening one of them closes the list for further files and hands it to the engine, which fetches small
 * ones and ends of large ones ahead, in the order in which they were asked for. The engine drops what nobody opens within a
 * minute. Thread-safe.
 */
final class AnnouncedFiles {
    private static final AnnouncedFiles NONE = new AnnouncedFiles(0);

    private final int maxFiles;
    private final List<KnownObject> files = new ArrayList<>();
    private boolean started;

    AnnouncedFiles(int maxFiles) {
        this.maxFiles = maxFiles;
    }

    /** A list that takes no file. */
    static AnnouncedFiles none() {
        return NONE;
    }

    /** Adds a file, unless the list is full or one of its files has been opened. */
    synchronized boolean add(KnownObject file) {
        if (started || files.size() >= maxFiles) {
            return false;
        }
        files.add(file);
        return true;
    }

    /** One of the files is about to be opened. */
    void opened(VectorIo io) {
        List<KnownObject> announced;
        synchronized (this) {
            if (started) {
                return;
            }
            started = true;
            announced = List.copyOf(files);
            files.clear();
        }
        if (announced.size() > 1) {
            // closed by the engine: a minute after the last of its files was opened, or with the engine
            io.lookAhead(announced);
        }
    }
}
