package dev.vectorio.parquet;

import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.ParquetFileRange;
import org.jspecify.annotations.Nullable;

/** The vectored reads of one stream, from validation to delivery. */
final class VectoredReads {
    private final ParquetSource source;
    private final ReadAhead ahead;
    private final Set<VectoredRead> inFlight = ConcurrentHashMap.newKeySet();
    private final Set<RangeFuture> unclaimed = ConcurrentHashMap.newKeySet();
    private @Nullable ParquetAllocator allocator;
    private @Nullable TrackedAllocator tracked;
    private final Queue<Kept> kept = new ConcurrentLinkedQueue<>();
    private volatile boolean keeping;

    /** A buffer that was handed out, and its bytes. */
    private record Kept(ByteBuffer buffer, Piece piece) {}

    VectoredReads(ParquetSource source, ReadAhead ahead) {
        this.source = source;
        this.ahead = ahead;
    }

    void track(TrackedAllocator allocator) {
        this.tracked = allocator;
    }

    void keep(boolean keep) {
        keeping = keep;
        kept.clear();
    }

    List<Piece> kept() {
        TrackedAllocator books = tracked;
        return kept.stream()
                .filter(one -> books == null || books.isLive(one.buffer()))
                .map(Kept::piece)
                .toList();
    }

    /** Refuses what Hadoop's rules refuse, before any I/O. */
    static void validate(List<ParquetFileRange> ranges, ParquetSource source) throws IOException {
        Optional<Long> length = source.lengthIfCertain();
        for (ParquetFileRange range : ranges) {
            Objects.requireNonNull(range, "range is null");
            if (range.getLength() < 0) {
                throw new IllegalArgumentException("negative length: " + range + " of " + source.file());
            }
            if (range.getOffset() < 0) {
                throw new EOFException(source.file() + ": " + range + " begins before the file");
            }
            if (length.isPresent() && range.getLength() > length.get() - range.getOffset()) {
                throw new EOFException(
                        source.file() + ": " + range + " ends behind the file of " + length.get() + " bytes");
            }
        }
        List<ParquetFileRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(ParquetFileRange::getOffset));
        for (int i = 1; i < sorted.size(); i++) {
            ParquetFileRange before = sorted.get(i - 1);
            if (sorted.get(i).getOffset() < before.getOffset() + before.getLength()) {
                throw new IllegalArgumentException(
                        before + " and " + sorted.get(i) + " share bytes of " + source.file());
            }
        }
    }

    /** Starts the reads; sets every range's future first. */
    void start(List<ParquetFileRange> ranges, ByteBufferAllocator given) throws IOException {
        List<ByteRange> wanted = ranges.stream()
                .map(range -> ByteRange.of(range.getOffset(), range.getLength()))
                .toList();
        ahead.requireHere(wanted);
        BufferAllocator mine = allocatorFor(given);
        boolean plainHeap = ParquetAllocator.isPlainHeap(given);
        List<RangeFuture> targets = new ArrayList<>(ranges.size());
        List<Integer> direct = new ArrayList<>();
        List<Integer> copied = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            RangeFuture future = new RangeFuture(mine, unclaimed);
            targets.add(future);
            ranges.get(i).setDataReadFuture(future);
            boolean readAhead = ahead.take(wanted.get(i));
            Optional<ByteBuffer> here = source.inPiece(wanted.get(i));
            if (here.isPresent()) {
                complete(future, wanted.get(i), () -> copy(here.get(), plainHeap ? BufferAllocator.heap() : mine));
                continue;
            }
            (plainHeap || !readAhead ? direct : copied).add(i);
        }
        deliver(direct, wanted, targets, plainHeap ? BufferAllocator.heap() : mine, RangeResult::detach);
        deliver(copied, wanted, targets, BufferAllocator.heap(), result -> copyAndClose(result, mine));
        ahead.wanted(wanted);
    }

    /** Makes the buffer that the caller gets of what was read. */
    private interface Delivery {
        ByteBuffer of(RangeResult result);
    }

    private void deliver(
            List<Integer> indexes,
            List<ByteRange> wanted,
            List<RangeFuture> targets,
            BufferAllocator from,
            Delivery delivery) {
        if (indexes.isEmpty()) {
            return;
        }
        VectoredRead read = source.read(indexes.stream().map(wanted::get).toList(), from);
        inFlight.add(read);
        AtomicInteger open = new AtomicInteger(indexes.size());
        for (int i = 0; i < indexes.size(); i++) {
            RangeFuture target = targets.get(indexes.get(i));
            ByteRange range = wanted.get(indexes.get(i));
            read.result(i).whenComplete((result, failure) -> {
                if (failure != null) {
                    target.completeExceptionally(Failures.asIoException(failure));
                } else if (result != null) {
                    complete(target, range, () -> delivery.of(result));
                }
                if (open.decrementAndGet() == 0) {
                    inFlight.remove(read);
                }
            });
        }
    }

    private void complete(RangeFuture target, ByteRange range, Supplier<ByteBuffer> delivery) {
        try {
            ByteBuffer buffer = delivery.get();
            delivered(range, buffer);
            if (!target.complete(buffer)) {
                target.giveBack(buffer);
            }
        } catch (Throwable t) {
            target.completeExceptionally(Failures.asIoException(t));
        }
    }

    private void delivered(ByteRange range, ByteBuffer buffer) {
        if (keeping) {
            kept.add(new Kept(buffer, new Piece(range, buffer.slice())));
        }
        TrackedAllocator books = tracked;
        if (books != null) {
            books.delivered(buffer);
        }
    }

    private static ByteBuffer copyAndClose(RangeResult result, BufferAllocator allocator) {
        try (result) {
            return copy(result.buffer(), allocator);
        }
    }

    // what was in memory before this caller's allocator was known
    private static ByteBuffer copy(ByteBuffer bytes, BufferAllocator allocator) {
        int length = bytes.remaining();
        ByteBuffer buffer = allocator.allocate(length);
        int start = buffer.position();
        buffer.limit(start + length);
        buffer.put(bytes);
        return buffer.position(start);
    }

    private BufferAllocator allocatorFor(ByteBufferAllocator given) {
        TrackedAllocator known = tracked;
        if (known != null && known == given) {
            return known.vectored();
        }
        ParquetAllocator current = allocator;
        if (current == null || !current.isFor(given)) {
            current = new ParquetAllocator(given);
            allocator = current;
        }
        return current;
    }

    /** Ends what is in flight and gives back what nobody asked for. */
    void abandon() {
        inFlight.forEach(VectoredRead::close);
        inFlight.clear();
        unclaimed.forEach(RangeFuture::reclaim);
        unclaimed.clear();
    }
}
