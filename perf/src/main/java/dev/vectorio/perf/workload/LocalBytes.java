package dev.vectorio.perf.workload;

import dev.vectorio.model.ByteRange;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Ranges of a local file. */
final class LocalBytes implements Closeable {
    private final FileChannel channel;

    LocalBytes(Path path) throws IOException {
        channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    ByteBuffer read(ByteRange range) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(range.length()));
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, range.offset() + bytes.position()) < 0) {
                throw new EOFException("the file ends before " + range);
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
