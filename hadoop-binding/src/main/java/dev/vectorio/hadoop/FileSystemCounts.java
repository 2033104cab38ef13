package dev.vectorio.hadoop;

import dev.vectorio.parquet.FileReads;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * Puts what a stream does into its own {@link IOStatistics} under Hadoop's names, and bytes into the file system's
 * {@link FileSystem.Statistics} for the thread that calls. When the stream closes, its statistics go to the
 * {@link IOStatisticsContext} of the thread that opened it.
 */
final class FileSystemCounts implements StreamCounts {
    private final FileSystem.Statistics fileSystem;
    private final IOStatisticsAggregator opener;
    private final Map<String, AtomicLong> counters = new TreeMap<>();
    private final IOStatistics statistics;

    FileSystemCounts(FileSystem.Statistics fileSystem, FileReads engine) {
        this.fileSystem = fileSystem;
        this.opener = IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator();
        DynamicIOStatisticsBuilder builder = IOStatisticsBinding.dynamicIOStatistics();
        for (String name : new String[] {
            StreamStatisticNames.STREAM_READ_BYTES,
            StreamStatisticNames.STREAM_READ_OPERATIONS,
            StreamStatisticNames.STREAM_READ_FULLY_OPERATIONS,
            StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS,
            StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS,
            StreamStatisticNames.STREAM_READ_SEEK_BYTES_BACKWARDS,
            StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS,
            StreamStatisticNames.STREAM_READ_SEEK_BYTES_SKIPPED,
            StreamStatisticNames.STREAM_READ_SKIP_OPERATIONS,
            StreamStatisticNames.STREAM_READ_SKIP_BYTES,
            StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS,
            StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES,
            StreamStatisticNames.STREAM_READ_EXCEPTIONS,
            StreamStatisticNames.STREAM_READ_UNBUFFERED,
            StreamStatisticNames.STREAM_READ_CLOSE_OPERATIONS
        }) {
            AtomicLong counter = new AtomicLong();
            counters.put(name, counter);
            builder.withAtomicLongCounter(name, counter);
        }
        counted(builder, StoreStatisticNames.ACTION_HTTP_GET_REQUEST, name -> engine.gets());
        counted(builder, StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES, name -> engine.gets());
        counted(builder, StreamStatisticNames.STREAM_READ_TOTAL_BYTES, name -> engine.fetchedBytes());
        counted(builder, StreamStatisticNames.STREAM_READ_VECTORED_READ_BYTES_DISCARDED, name -> engine.wastedBytes());
        this.statistics = builder.build();
        fileSystem.incrementReadOps(1);
    }

    private static void counted(DynamicIOStatisticsBuilder builder, String name, ToLongFunction<String> count) {
        builder.withLongFunctionCounter(name, count);
    }

    IOStatistics statistics() {
        return statistics;
    }

    private void add(String name, long value) {
        AtomicLong counter = counters.get(name);
        if (counter != null) {
            counter.addAndGet(value);
        }
    }

    @Override
    public void bytesRead(long bytes) {
        add(StreamStatisticNames.STREAM_READ_BYTES, bytes);
        fileSystem.incrementBytesRead(bytes);
    }

    @Override
    public void readStarted(long position, long bytes) {
        add(StreamStatisticNames.STREAM_READ_OPERATIONS, 1);
    }

    @Override
    public void readFullyStarted(long position, long bytes) {
        add(StreamStatisticNames.STREAM_READ_FULLY_OPERATIONS, 1);
    }

    @Override
    public void sought(long distance) {
        add(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS, 1);
        if (distance < 0) {
            add(StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS, 1);
            add(StreamStatisticNames.STREAM_READ_SEEK_BYTES_BACKWARDS, -distance);
        } else {
            add(StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS, 1);
            add(StreamStatisticNames.STREAM_READ_SEEK_BYTES_SKIPPED, distance);
        }
    }

    @Override
    public void skipped(long bytes) {
        add(StreamStatisticNames.STREAM_READ_SKIP_OPERATIONS, 1);
        add(StreamStatisticNames.STREAM_READ_SKIP_BYTES, bytes);
    }

    @Override
    public void vectored(int ranges) {
        add(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, 1);
        add(StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, ranges);
    }

    @Override
    public void failed() {
        add(StreamStatisticNames.STREAM_READ_EXCEPTIONS, 1);
    }

    @Override
    public void unbuffered() {
        add(StreamStatisticNames.STREAM_READ_UNBUFFERED, 1);
    }

    @Override
    public void closed() {
        add(StreamStatisticNames.STREAM_READ_CLOSE_OPERATIONS, 1);
        opener.aggregate(statistics);
    }
}
