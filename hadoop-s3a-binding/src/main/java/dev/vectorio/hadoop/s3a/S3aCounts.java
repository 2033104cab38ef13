package dev.vectorio.hadoop.s3a;

import dev.vectorio.hadoop.StreamCounts;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.statistics.S3AInputStreamStatistics;
import org.jspecify.annotations.Nullable;

/** Puts what a stream does where S3A's own streams put it; S3A itself closes the statistics with the stream. */
final class S3aCounts implements StreamCounts {
    private final S3AInputStreamStatistics stream;
    private final FileSystem.@Nullable Statistics fileSystem;

    S3aCounts(ObjectReadParameters parameters) {
        this.stream = parameters.getStreamStatistics();
        this.fileSystem = parameters.getContext().getStats();
    }

    @Override
    public void bytesRead(long bytes) {
        stream.bytesRead(bytes);
        FileSystem.Statistics statistics = fileSystem;
        if (statistics != null && bytes > 0) {
            statistics.incrementBytesRead(bytes);
        }
    }

    @Override
    public void readStarted(long position, long bytes) {
        stream.readOperationStarted(position, bytes);
    }

    @Override
    public void readFullyStarted(long position, long bytes) {
        stream.readFullyOperationStarted(position, bytes);
    }

    @Override
    public void sought(long distance) {
        if (distance < 0) {
            stream.seekBackwards(distance);
        } else {
            stream.seekForwards(distance, 0);
        }
    }

    @Override
    public void skipped(long bytes) {
        stream.seekForwards(bytes, 0);
    }

    @Override
    public void vectored(int ranges) {
        stream.readVectoredOperationStarted(ranges, ranges);
    }

    @Override
    public void failed() {
        stream.readException();
    }

    @Override
    public void unbuffered() {
        stream.unbuffered();
    }

    @Override
    public void closed() {}
}
