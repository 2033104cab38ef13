package dev.vectorio.parquet;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectorIoStats;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.parquet.ChunkOffsets.FileBounds;
import dev.vectorio.plan.ReadPlan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the streams of one input file share: the reader, the end of the file, what the footer says, and the small pieces
 * fetched for it. The reader lives as long as some stream is open. After that only the end of the file stays
 * ({@link KeptEnd}), with length and version: the next stream reads the same version and does not fetch the footer again.
 */
final class ParquetSource {
    private static final Logger LOG = LoggerFactory.getLogger(ParquetSource.class);

    private final VectorIoOptions options;
    private final Function<KnownObject, RangeReader> opener;
    private final KeptEnd kept;
    private final SmallReads smallReads;
    private final Pieces pieces = new Pieces();
    private final Once<ObjectMetadata> tail = new Once<>();
    private final Once<Trailer> trailer = new Once<>();
    private final Once<FooterScan> scan = new Once<>();
    private KnownObject object;
    private @Nullable RangeReader reader;
    private int streams;
    private Counted past = new Counted(0, 0, 0);

    ParquetSource(VectorIo io, KnownObject object) {
        this(io.options(), io::open, object, FooterCache.Place.NOWHERE, false);
    }

    private ParquetSource(
            VectorIoOptions options,
            Function<KnownObject, RangeReader> opener,
            KnownObject object,
            FooterCache.Place memory,
            boolean anyFormat) {
        this.options = options;
        this.opener = opener;
        this.object = object;
        this.kept = new KeptEnd(memory, options);
        this.smallReads = new SmallReads(this, anyFormat);
    }

    /** Of a file that may be of any format: what is no Parquet file is read as bytes. */
    static ParquetSource ofAnyFormat(FileToRead file) {
        return new ParquetSource(file.options(), file.opener(), file.object(), file.footer(), true);
    }

    // ---- life ----

    /** Counts a stream in; the first opens the reader. */
    synchronized void acquire() {
        if (streams == 0) {
            kept.recall().ifPresent(this::recall);
            reader = opener.apply(object);
            kept.value().ifPresent(pieces::add);
        }
        streams++;
    }

    // what an earlier source of the same file has left
    private void recall(FooterCache.Kept kept) {
        try {
            trailer.get(() -> trailerOf(kept));
            object = kept.object();
        } catch (IOException e) {
            throw new IllegalStateException("a footer that was read before is damaged now", e);
        }
    }

    private static Trailer trailerOf(FooterCache.Kept kept) throws IOException {
        ByteBuffer bytes = kept.footer().bytes();
        int trailer = bytes.limit() - ParquetLayout.TRAILER_LENGTH;
        return Trailer.of(
                kept.object().location().toString(),
                kept.footer().range().end(),
                bytes.slice(trailer, ParquetLayout.TRAILER_LENGTH));
    }

    /** Counts a stream out; the last closes the reader. */
    void release() {
        RangeReader last = null;
        synchronized (this) {
            if (--streams == 0) {
                last = reader();
                past = past.plus(last);
                keepFooter();
                reader = null;
                pieces.clear();
                tail.forget();
                scan.forget();
                smallReads.forget();
            }
        }
        if (last != null) {
            last.close();
        }
    }

    private void keepFooter() {
        Optional<ObjectMetadata> seen = tail.value();
        Optional<Trailer> end = trailer.value();
        if (seen.isEmpty() || end.isEmpty()) {
            return;
        }
        object = objectOf(seen.get());
        if (kept.value().isEmpty()) {
            kept.keep(object, end.get(), this::inMemory);
        }
    }

    private static KnownObject objectOf(ObjectMetadata seen) {
        KnownObject known = KnownObject.at(seen.location()).withLength(seen.length());
        return seen.version().map(known::withVersion).orElse(known);
    }

    /**
     * What the readers did.
     *
     * @param gets requests
     * @param fetchedBytes bytes received
     * @param wastedBytes of those, not asked for
     */
    record Counted(long gets, long fetchedBytes, long wastedBytes) {
        Counted plus(RangeReader reader) {
            VectorIoStats stats = reader.stats();
            return new Counted(
                    gets + stats.gets(), fetchedBytes + stats.fetchedBytes(), wastedBytes + stats.wastedBytes());
        }
    }

    /** Counts of all readers so far. */
    synchronized Counted counted() {
        return reader == null ? past : past.plus(reader);
    }

    private synchronized RangeReader reader() {
        if (reader == null) {
            throw new IllegalStateException("no stream is open on " + object.location());
        }
        return reader;
    }

    private synchronized KnownObject object() {
        return object;
    }

    /** Names the file in messages. */
    String file() {
        return object().location().toString();
    }

    VectorIoOptions options() {
        return options;
    }

    // ---- the end of the file ----

    /** Length of the file in bytes; asks the store only if nobody knows it for certain. */
    long length() throws IOException {
        Optional<Long> certain = lengthIfCertain();
        return certain.isPresent() ? certain.get() : readTail().length();
    }

    /** The length, if it costs nothing to know it. */
    Optional<Long> lengthIfCertain() {
        KnownObject known = object();
        return known.lengthTrusted()
                ? Optional.of(known.length().orElseThrow())
                : tail.value().map(ObjectMetadata::length);
    }

    /** The length as the reader knows it, certain or not. */
    Optional<Long> knownLength() {
        OptionalLong known = reader().knownLength();
        return known.isPresent() ? Optional.of(known.getAsLong()) : Optional.empty();
    }

    /** Has the end of the file held, once for all streams; length and version come with it. */
    private ObjectMetadata readTail() throws IOException {
        return tail.get(() -> {
            RangeReader from = reader();
            try (VectoredRead read = from.readTail(ParquetLayout.TRAILER_LENGTH)) {
                read.await();
            }
            return Once.join(from.metadata());
        });
    }

    /**
     * What the trailer says; fetches the end of the file if it is not there.
     *
     * @throws ParquetLayoutException if it is not a Parquet file
     */
    Trailer trailer() throws IOException {
        return trailer.get(() -> {
            Trailer.requireLength(file(), length());
            // only where the reader is pinned already may another source's bytes come in beside its own
            boolean pinned = object().version().isPresent();
            FooterCache.Turn turn = pinned ? kept.turn() : FooterCache.Turn.OF_NOBODY;
            try {
                Optional<FooterCache.Kept> others = pinned ? kept.recall() : Optional.empty();
                return others.isPresent() ? take(others.get()) : fetchTrailer();
            } finally {
                turn.end();
            }
        });
    }

    private Trailer take(FooterCache.Kept others) throws IOException {
        pieces.add(others.footer());
        return trailerOf(others);
    }

    private Trailer fetchTrailer() throws IOException {
        ObjectMetadata seen = readTail();
        long length = length();
        ByteRange last = ByteRange.between(length - ParquetLayout.TRAILER_LENGTH, length);
        Optional<ByteBuffer> bytes = local(last);
        Trailer end = Trailer.of(
                file(),
                length,
                bytes.isPresent() ? bytes.get() : fetch(List.of(last)).get(0).bytes());
        if (kept.isShared()) {
            kept.keep(objectOf(seen), end, this::inMemory);
        }
        return end;
    }

    /** True for positions in the trailer or the footer, as far as they are known without I/O. */
    boolean isEndOfFile(long position) {
        Optional<Long> length = lengthIfCertain();
        return length.isEmpty()
                || position >= length.get() - ParquetLayout.TRAILER_LENGTH
                || trailer.value()
                        .map(known -> position >= known.footerOffset())
                        .orElse(false);
    }

    /** Where everything lies; knows nothing if the footer is encrypted, damaged or not in memory. */
    FooterScan scan() throws IOException {
        Optional<FooterScan> known = scan.value();
        if (known.isPresent()) {
            return known.get();
        }
        Optional<Trailer> end = trailer.value();
        Optional<ByteBuffer> footer = end.isPresent() ? local(end.get().footer()) : Optional.empty();
        if (footer.isEmpty()) {
            return FooterScan.empty(file(), new FileBounds(length(), length()));
        }
        return scan.get(() -> {
            byte[] bytes = new byte[footer.get().remaining()];
            footer.get().duplicate().get(bytes);
            try {
                requireSoundFooter();
                return FooterScan.of(file(), end.get().bounds(), new ByteArrayInputStream(bytes));
            } catch (IOException | RuntimeException e) {
                LOG.debug("{}: no layout from the footer: {}", file(), e.getMessage());
                return FooterScan.empty(file(), end.get().bounds());
            }
        });
    }

    /** True if these bytes are the footer. */
    boolean isFooter(long position, int length) {
        return trailer.value()
                .map(Trailer::footer)
                .filter(footer -> footer.offset() == position && footer.length() == length)
                .isPresent();
    }

    /**
     * Refuses a footer that states lengths which it cannot have, before it is decoded. An encrypted one, and one that is
     * not in memory, passes.
     *
     * @throws ParquetLayoutException naming the length and its place in the footer
     */
    void requireSoundFooter() throws ParquetLayoutException {
        Optional<Trailer> end = trailer.value();
        if (end.isPresent() && !end.get().encrypted()) {
            requireSound(end.get().footer(), "the footer");
        }
    }

    /** The same for another structure, not an encrypted one. */
    void requireSound(ByteRange range, String name) throws ParquetLayoutException {
        Optional<ByteBuffer> bytes = local(range);
        if (bytes.isPresent()) {
            ThriftLengths.check(bytes.get(), file() + ": " + name);
        }
    }

    // ---- small reads ----

    /**
     * A piece that has the byte at this position, fetched if need be together with what a small read there is likely to
     * want next; empty at the end of the file.
     *
     * @param wanted how many bytes the caller wants from there, at least 1; the piece may have fewer
     */
    Optional<Piece> piece(long position, int wanted) throws IOException {
        Optional<Piece> known = pieceAt(position);
        if (known.isPresent()) {
            return known;
        }
        if (position >= length()) {
            return Optional.empty();
        }
        ByteRange range = pieces.clipped(smallReads.around(position, wanted));
        known = pieceAt(position);
        if (known.isPresent()) {
            return known;
        }
        Optional<ByteBuffer> held = reader().held(range);
        return Optional.of(
                held.isPresent()
                        ? new Piece(range, held.get())
                        : fetch(List.of(range)).get(0));
    }

    /** Brings those ranges into memory that are not there, in one round. */
    void fetchMissing(List<ByteRange> ranges) throws IOException {
        List<ByteRange> missing = ranges.stream()
                .filter(range -> pieceAt(range.offset()).isEmpty())
                .distinct()
                .toList();
        if (!missing.isEmpty()) {
            fetch(missing);
        }
    }

    private List<Piece> fetch(List<ByteRange> ranges) throws IOException {
        List<Piece> fetched = new ArrayList<>(ranges.size());
        try (VectoredRead read = reader().readVectored(ranges)) {
            for (RangeResult result : read.await()) {
                ByteRange range = result.range();
                Piece piece = new Piece(range, result.detach().slice().asReadOnlyBuffer());
                pieces.add(piece);
                fetched.add(piece);
            }
        }
        return fetched;
    }

    /** Drops the pieces of these ranges: what a filter read is not needed once it has been applied. */
    void forget(List<ByteRange> ranges) {
        pieces.forget(ranges);
    }

    /** What the trailer says, if it has been read. */
    Optional<Trailer> knownTrailer() {
        return trailer.value();
    }

    /** True if the footer is known: the end was read, and is that of a Parquet file. */
    boolean isLaidOut() {
        return trailer.value().isPresent();
    }

    /** A view of bytes that the reader holds, without I/O. */
    Optional<ByteBuffer> held(ByteRange range) {
        return reader().held(range);
    }

    /** The fetched piece that has this byte. */
    Optional<Piece> pieceAt(long position) {
        return pieces.at(position);
    }

    /** A view of the bytes of a range, if all of it lies in one fetched piece: those the reader does not know. */
    Optional<ByteBuffer> inPiece(ByteRange range) {
        return pieces.bytes(range);
    }

    /** The same bytes, not read now but kept. */
    private Optional<ByteBuffer> inMemory(ByteRange range) {
        Optional<ByteBuffer> bytes = inPiece(range);
        return bytes.isPresent() ? bytes : reader().peek(range);
    }

    /** The bytes of a range, if all of it is in memory in one place. */
    private Optional<ByteBuffer> local(ByteRange range) {
        Optional<ByteBuffer> bytes = inPiece(range);
        return bytes.isPresent() ? bytes : reader().held(range);
    }

    // ---- the engine ----

    /** The plan that a read of these ranges, by requests of at most so many bytes, would run now. */
    ReadPlan plan(List<ByteRange> ranges, long maxRequestBytes) {
        return reader().plan(ranges, ReadOptions.defaults().withMaxRequestBytes(maxRequestBytes));
    }

    /** Counts of the reader so far. */
    VectorIoStats stats() {
        return reader().stats();
    }

    /** Starts a read; the caller closes it. */
    VectoredRead read(List<ByteRange> ranges, BufferAllocator allocator) {
        return reader().readVectored(ranges, ReadOptions.defaults().withAllocator(allocator));
    }

    /** Announces ranges that will be read in this order, to be fetched by requests of at most so many bytes. */
    void prefetch(List<ByteRange> ranges, BufferAllocator allocator, long maxRequestBytes) {
        if (!ranges.isEmpty()) {
            reader().prefetch(
                            ranges,
                            ReadOptions.defaults().withAllocator(allocator).withMaxRequestBytes(maxRequestBytes));
        }
    }
}
