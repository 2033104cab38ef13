package dev.vectorio.parquet;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * What stays of a file when its last stream has closed: its end, softly, for the next stream of the same source. In a cache
 * it is there for other sources of the same file as soon as it has been read. Thread-safe.
 */
final class KeptEnd {
    private static final int KEPT_BYTES = 1 << 20;

    private final FooterCache.Place place;
    private final VectorIoOptions options;
    private volatile SoftReference<Piece> last = new SoftReference<>(null);

    KeptEnd(FooterCache.Place place, VectorIoOptions options) {
        this.place = place;
        this.options = options;
    }

    /** What an earlier source of the same file has left; from now on {@link #value()} has it. */
    Optional<FooterCache.Kept> recall() {
        Optional<FooterCache.Kept> kept = place.get();
        kept.ifPresent(one -> last = new SoftReference<>(one.footer()));
        return kept;
    }

    /** True if other sources of the same file find what is kept here. */
    boolean isShared() {
        return place.isShared();
    }

    /** Begins to fetch the end; waits for another source of the same file that has begun. */
    FooterCache.Turn turn() throws IOException {
        return place.turn();
    }

    /** The bytes up to the file's last, if they are still there. */
    Optional<Piece> value() {
        return Optional.ofNullable(last.get());
    }

    /**
     * Keeps a copy: it must not pin the buffers that the bytes were read with.
     *
     * @param object place, length and version
     * @param memory bytes that are in memory
     */
    void keep(KnownObject object, Trailer end, Function<ByteRange, Optional<ByteBuffer>> memory) {
        lastBytes(end, memory).ifPresent(bytes -> {
            last = new SoftReference<>(bytes);
            place.put(new FooterCache.Kept(object, bytes));
        });
    }

    /** The footer, and what was fetched with it: a page index in the tail is not fetched again either. */
    private Optional<Piece> lastBytes(Trailer end, Function<ByteRange, Optional<ByteBuffer>> memory) {
        ByteRange footer = end.footer();
        long fileEnd = end.range().end();
        long tail = Math.max(0, fileEnd - options.tailBytesFor(fileEnd));
        ByteRange all = ByteRange.between(Math.min(footer.offset(), tail), fileEnd);
        if (all.length() <= KEPT_BYTES && !place.footerOnly()) {
            Optional<ByteBuffer> bytes = memory.apply(all);
            if (bytes.isPresent()) {
                return Optional.of(copyOf(all, bytes.get()));
            }
        }
        Optional<ByteBuffer> footerBytes = footer.length() <= KEPT_BYTES ? memory.apply(footer) : Optional.empty();
        Optional<ByteBuffer> trailerBytes = memory.apply(end.range());
        return footerBytes.isPresent() && trailerBytes.isPresent()
                ? Optional.of(
                        copyOf(ByteRange.between(footer.offset(), fileEnd), footerBytes.get(), trailerBytes.get()))
                : Optional.empty();
    }

    private static Piece copyOf(ByteRange range, ByteBuffer... parts) {
        ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(range.length()));
        for (ByteBuffer part : parts) {
            copy.put(part);
        }
        return new Piece(range, copy.flip().asReadOnlyBuffer());
    }
}
