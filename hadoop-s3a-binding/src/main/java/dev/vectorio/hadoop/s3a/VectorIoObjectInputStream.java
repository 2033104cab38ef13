package dev.vectorio.hadoop.s3a;

import dev.vectorio.hadoop.StreamReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stream of {@link VectorIoStreamFactory}. */
final class VectorIoObjectInputStream extends ObjectInputStream
        implements ByteBufferReadable, ByteBufferPositionedReadable, CanUnbuffer {
    private static final Logger LOG = LoggerFactory.getLogger(VectorIoObjectInputStream.class);

    private final StreamReads reads;

    VectorIoObjectInputStream(ObjectReadParameters parameters, StreamReads reads) {
        super(InputStreamType.Custom, parameters);
        this.reads = reads;
    }

    @Override
    protected boolean isStreamOpen() {
        return reads.isOpen();
    }

    /** Called for a stream that was forgotten open. */
    @Override
    protected void abortInFinalizer() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("{}: closed by the garbage collector", reads, e);
        }
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

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        reads.readVectored(ranges, allocate, release);
    }

    @Override
    public void unbuffer() {
        reads.unbuffer();
    }

    @Override
    public boolean hasCapability(String capability) {
        return StreamReads.hasCapability(capability) || super.hasCapability(capability);
    }

    @Override
    public synchronized void close() throws IOException {
        if (reads.isOpen()) {
            try {
                reads.close();
            } finally {
                super.close();
            }
        }
    }

    @Override
    public String toString() {
        return "VectorIoObjectInputStream[" + reads + "]";
    }
}
