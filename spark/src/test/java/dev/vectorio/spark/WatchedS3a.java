package dev.vectorio.spark;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.S3AFileSystem;

/** S3A, and who asks it for the status of a data file: each of those calls is a HEAD. */
public final class WatchedS3a extends S3AFileSystem {
    private static final Map<String, AtomicInteger> CALLERS = new ConcurrentHashMap<>();

    /** Created by Hadoop. */
    public WatchedS3a() {}

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        if (path.getName().endsWith(".parquet")) {
            CALLERS.computeIfAbsent(caller(), name -> new AtomicInteger()).incrementAndGet();
        }
        return super.getFileStatus(path);
    }

    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith("org.apache.hadoop.fs.")
                                && !frame.getClassName().startsWith(WatchedS3a.class.getName()))
                        .limit(2)
                        .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName())
                        .collect(Collectors.joining(" < ")));
    }

    /** How often, and by whom, since it was last asked for. */
    static Map<String, Integer> takeCalls() {
        Map<String, Integer> calls = CALLERS.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().get()));
        CALLERS.clear();
        return calls;
    }
}
