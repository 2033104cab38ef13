package dev.vectorio.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/** The stream of {@link VectorIoFileSystem}. */
final class VectorIoFsInputStream extends FSInputStream
        implements ByteBufferReadable,
                ByteBufferPositionedReadable,
                CanUnbuffer,
                StreamCapabilities,
                IOStatisticsSource {
    private final StreamReads reads;
    private final FileSystemCounts counts;
    private final VectoredLimits limits;

    VectorIoFsInputStream(StreamReads reads, FileSystemCounts counts, VectoredLimits limits) {
        this.reads = reads;
        this.counts = counts;
        this.limits = limits;
    }

    @Override
    public void seek(long position) throws IOException {
        reads.seek(position);
    }

    @Override
    public long getPos() {
        return reads.position();
    }

    @Override
    public boolean seekToNewSource(long targetPosition) {
        return false;
    }

    @Override
    public int available() throws IOException {
        return reads.available();
    }

    @Override
    public long skip(long bytes) throws IOException {
        return reads.skip(bytes);
    }

    @Override
    public int read() throws IOException {
        return reads.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return reads.read(bytes, offset, length);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return reads.read(target);
    }

    @Override
    public int read(long position, byte[] bytes, int offset, int length) throws IOException {
        return reads.readAt(position, bytes, offset, length);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return reads.readAt(position, target);
    }

    @Override
    public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
        reads.readFullyAt(position, bytes, offset, length);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
        reads.readFullyAt(position, target);
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        reads.readVectored(ranges, allocate, buffer -> {});
    }

    // an override from 3.4.2 on; on 3.4.1 a method of its own
    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        reads.readVectored(ranges, allocate, release);
    }

    @Override
    public int minSeekForVectorReads() {
        return limits.minSeek();
    }

    @Override
    public int maxReadSizeForVectorReads() {
        return limits.maxRead();
    }

    @Override
    public void unbuffer() {
        reads.unbuffer();
    }

    @Override
    public boolean hasCapability(String capability) {
        return StreamReads.hasCapability(capability);
    }

    @Override
    public IOStatistics getIOStatistics() {
        return counts.statistics();
    }

    @Override
    public void close() throws IOException {
        reads.close();
    }

    @Override
    public String toString() {
        return "VectorIoFsInputStream[" + reads + "]";
    }
}
