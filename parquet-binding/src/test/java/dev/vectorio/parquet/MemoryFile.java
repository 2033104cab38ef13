package dev.vectorio.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** Parquet files in memory: what writers write to, and, read without any of our code, the oracle for values. */
final class MemoryFile implements InputFile {
    private final String name;
    private final byte[] content;

    MemoryFile(String name, byte[] content) {
        this.name = name;
        this.content = content;
    }

    @Override
    public long getLength() {
        return content.length;
    }

    @Override
    public SeekableInputStream newStream() {
        Bytes bytes = new Bytes(content);
        return new DelegatingSeekableInputStream(bytes) {
            @Override
            public long getPos() {
                return bytes.position();
            }

            @Override
            public void seek(long position) {
                bytes.seek(position);
            }
        };
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class Bytes extends ByteArrayInputStream {
        Bytes(byte[] content) {
            super(content);
        }

        long position() {
            return pos;
        }

        void seek(long position) {
            pos = (int) Math.min(position, count);
        }
    }

    /** Collects what a writer writes. */
    static final class Sink implements OutputFile {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        byte[] toByteArray() {
            return bytes.toByteArray();
        }

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int b) {
                    bytes.write(b);
                }

                @Override
                public void write(byte[] source, int start, int length) {
                    bytes.write(source, start, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }

        @Override
        public String getPath() {
            return "memory";
        }
    }
}
