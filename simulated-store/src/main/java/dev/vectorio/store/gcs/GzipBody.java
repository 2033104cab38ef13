package dev.vectorio.store.gcs;

import dev.vectorio.store.http.BodyReceiver;
import dev.vectorio.store.http.PlainBody;
import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.StoredBytes;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A request whose whole body is compressed on the way ({@code Content-Encoding: gzip} of the request), as Google's client
 * sends documents and multipart uploads. The object is what comes out of it; its own encoding stands in its resource.
 */
final class GzipBody implements BodyReceiver {
    private final PlainBody compressed = new PlainBody(0);

    @Override
    public void receive(ByteBuf piece) {
        compressed.receive(piece);
    }

    @Override
    public ReceivedBody finish() {
        ReceivedBody received = compressed.finish();
        Optional<byte[]> plain = received.bytes().length() == 0
                ? Optional.of(new byte[0])
                : gunzipped(ByteSums.onHeap(received.bytes()));
        if (plain.isEmpty()) {
            return new ReceivedBody(received.bytes(), received.md5(), Map.of(), Optional.of("not gzip"));
        }
        ByteSource bytes = StoredBytes.copyOf(plain.get());
        return new ReceivedBody(bytes, EntityTags.of(bytes), Map.of(), Optional.empty());
    }

    /** The bytes decompressed, or nothing if they are not gzip. */
    static Optional<byte[]> gunzipped(byte[] compressed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return Optional.of(in.readAllBytes());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
