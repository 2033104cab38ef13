package dev.vectorio.cli;

import dev.vectorio.RangeReader;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Lets parquet-java read a footer through a reader that stays open: what the reader holds afterwards is what it would
 * plan with. Not for data, which would come piece by piece.
 */
final class RangeReaderInputFile implements InputFile {
    private static final int TRAILER_LENGTH = 8;

    private final RangeReader reader;

    RangeReaderInputFile(RangeReader reader) {
        this.reader = reader;
    }

    /** Comes with the end of the file. */
    @Override
    public long getLength() throws IOException {
        try (VectoredRead tail = reader.readTail(TRAILER_LENGTH)) {
            tail.await();
        }
        return reader.knownLength().orElseThrow();
    }

    @Override
    public SeekableInputStream newStream() {
        PositionedStream bytes = new PositionedStream(reader);
        return new DelegatingSeekableInputStream(bytes) {
            @Override
            public long getPos() {
                return bytes.position;
            }

            @Override
            public void seek(long position) {
                bytes.position = position;
            }
        };
    }

    @Override
    public String toString() {
        return reader.location().toString();
    }

    private static final class PositionedStream extends InputStream {
        private final RangeReader reader;
        private long position;

        PositionedStream(RangeReader reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int start, int length) throws IOException {
            Objects.checkFromIndexSize(start, length, target.length);
            int wanted = (int) Math.min(length, reader.knownLength().orElseThrow() - position);
            if (wanted <= 0) {
                return length == 0 ? 0 : -1;
            }
            ByteRange range = ByteRange.of(position, wanted);
            Optional<ByteBuffer> held = reader.held(range);
            if (held.isPresent()) {
                held.get().get(target, start, wanted);
            } else {
                try (VectoredRead read = reader.readVectored(List.of(range))) {
                    read.await(0).buffer().get(target, start, wanted);
                }
            }
            position += wanted;
            return wanted;
        }
    }
}
