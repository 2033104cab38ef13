package dev.vectorio.peers.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Opens each file by reading so many of its last bytes at once, which serve what is read of them. */
final class TailHintIO extends ReadOnlyFileIO {
    private static final long serialVersionUID = 1;

    private final int hint;

    TailHintIO(FileIO files, int hint) {
        super(files);
        this.hint = hint;
    }

    @Override
    SeekableInputStream open(InputFile file) {
        SeekableInputStream in = file.newStream();
        byte[] tail = new byte[(int) Math.min(hint, file.getLength())];
        try {
            ((RangeReadable) in).readTail(tail, 0, tail.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TailStream(in, tail, file.getLength() - tail.length);
    }

    private static final class TailStream extends SeekableInputStream {
        private final SeekableInputStream in;
        private final byte[] tail;
        private final long tailOffset;
        private long position;

        TailStream(SeekableInputStream in, byte[] tail, long tailOffset) {
            this.in = in;
            this.tail = tail;
            this.tailOffset = tailOffset;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void seek(long newPosition) {
            position = newPosition;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read;
            if (position >= tailOffset) {
                int from = (int) (position - tailOffset);
                read = Math.min(length, tail.length - from);
                if (read <= 0) {
                    return -1;
                }
                System.arraycopy(tail, from, target, offset, read);
            } else {
                in.seek(position);
                read = in.read(target, offset, length);
            }
            position += Math.max(0, read);
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
