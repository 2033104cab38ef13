package dev.vectorio.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

/**
 * The plain way to read Parquet from a store: a HEAD for the length, a GET for the last 8 bytes, one for the footer, then one
 * for each range that parquet-java asks for, one after another.
 */
final class PlainInputFile implements InputFile {
    private static final int TRAILER_LENGTH = 8;

    private final PlainClient client;
    private final String key;
    private long length = -1;

    PlainInputFile(PlainClient client, String key) {
        this.client = client;
        this.key = key;
    }

    @Override
    public long getLength() throws IOException {
        if (length < 0) {
            length = client.length(key);
        }
        return length;
    }

    private ByteBuffer get(long offset, int bytes) throws IOException {
        return client.get(key, offset, bytes);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return new PlainStream(new Positioned(this, getLength()));
    }

    /** Takes parquet-java's ranges one at a time, each done before the next begins. */
    private static final class PlainStream extends DelegatingSeekableInputStream {
        private final Positioned bytes;

        PlainStream(Positioned bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        @Override
        public long getPos() {
            return bytes.position;
        }

        @Override
        public void seek(long position) {
            bytes.position = position;
        }

        @Override
        public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
            return true;
        }

        @Override
        public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator) throws IOException {
            for (ParquetFileRange range : ranges) {
                range.setDataReadFuture(
                        CompletableFuture.completedFuture(bytes.file.get(range.getOffset(), range.getLength())));
            }
        }
    }

    /** The last 8 bytes come with one GET, anything else with one for each call. */
    private static final class Positioned extends InputStream {
        private final PlainInputFile file;
        private final long length;
        private ByteBuffer trailer = ByteBuffer.allocate(0);
        private long position;

        Positioned(PlainInputFile file, long length) {
            this.file = file;
            this.length = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int start, int wanted) throws IOException {
            int bytes = (int) Math.min(wanted, length - position);
            if (bytes <= 0) {
                return wanted == 0 ? 0 : -1;
            }
            long inTrailer = position - (length - TRAILER_LENGTH);
            if (inTrailer >= 0) {
                if (!trailer.hasRemaining()) {
                    trailer = file.get(length - TRAILER_LENGTH, TRAILER_LENGTH);
                }
                trailer.get((int) inTrailer, target, start, bytes);
            } else {
                file.get(position, bytes).get(target, start, bytes);
            }
            position += bytes;
            return bytes;
        }
    }
}
