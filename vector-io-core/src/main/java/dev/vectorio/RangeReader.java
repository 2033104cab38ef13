package dev.vectorio;

import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.plan.ReadPlan;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Reads ranges of one object, every byte from one version of it. Thread-safe; no method blocks on the network but
 * {@link #close()}, which waits for buffers on their way.
 */
public final class RangeReader implements AutoCloseable {
    private final ObjectReader reader;
    private final Optional<Duration> deadline;

    RangeReader(ObjectReader reader, Optional<Duration> deadline) {
        this.reader = reader;
        this.deadline = deadline;
    }

    /** The object. */
    public ObjectLocation location() {
        return reader.location();
    }

    /**
     * The plan that {@link #readVectored} would run for these ranges now. A small object of which nothing is held shows as
     * one GET for all of it.
     */
    public ReadPlan plan(List<ByteRange> ranges) {
        return plan(ranges, ReadOptions.defaults());
    }

    /** As {@link #plan(List)}, for {@link #readVectored(List, ReadOptions)} or {@link #prefetch} with these options. */
    public ReadPlan plan(List<ByteRange> ranges, ReadOptions options) {
        return reader.plan(checked(ranges), settings(options));
    }

    /** Reads ranges into heap buffers; see {@link #readVectored(List, ReadOptions)}. */
    public VectoredRead readVectored(List<ByteRange> ranges) {
        return readVectored(ranges, ReadOptions.defaults());
    }

    /**
     * Reads ranges in any order; they may overlap, repeat and be empty. Result {@code i} belongs to range {@code i}. The
     * call returns at once; failures come through the stages. If the length is known from the store and a range does not
     * lie inside it, all stages fail with {@code OUT_OF_BOUNDS} and nothing is sent.
     *
     * <p>An empty range is served without a request, for HTTP has no form for it (RFC 9110, 14.1.2), as reading no bytes from a
     * file does nothing (POSIX {@code read}): that it succeeds does not say that the object exists, may be read, or reaches as
     * far as its offset.
     *
     * @throws IllegalArgumentException if a range is longer than 2^31-1 bytes
     */
    public VectoredRead readVectored(List<ByteRange> ranges, ReadOptions options) {
        return new VectoredRead(reader.read(checked(ranges), settings(options)));
    }

    /**
     * Reads the last {@code bytes} of the object, or all of a shorter one. Brings length and version with the same request
     * and fetches {@code tail-bytes} at least; what it fetched is held until the reader closes or memory is short, and a
     * small object is held whole.
     *
     * @param bytes 1 to 2^31-1
     */
    public VectoredRead readTail(long bytes) {
        return readTail(bytes, ReadOptions.defaults());
    }

    /** As {@link #readTail(long)}. */
    public VectoredRead readTail(long bytes, ReadOptions options) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a tail has 1 to 2^31-1 bytes: " + bytes);
        }
        return new VectoredRead(reader.readTail(bytes, settings(options)));
    }

    /**
     * Announces ranges that will be read later: they are fetched in this order behind everything that any reader waits for,
     * within the prefetch share of the memory budget. A later {@link #readVectored} of an equal range with the same allocator
     * gets the very buffer; it never fetches the bytes again. Failures here are told only in the log; the later read tries
     * anew.
     */
    public void prefetch(List<ByteRange> ranges, ReadOptions options) {
        reader.prefetch(
                checked(ranges),
                new ReadSettings(options.allocator(), Optional.empty(), Optional.empty(), options.maxRequestBytes()));
    }

    /** Length and version: known, or learned by one read of the tail; never by a metadata request. */
    public CompletableFuture<ObjectMetadata> metadata() {
        return reader.learn()
                .thenApply(learned ->
                        new ObjectMetadata(reader.location(), reader.length().orElseThrow(), reader.version()));
    }

    /** The length as it is known now: what the caller gave, corrected by the first answer. */
    public OptionalLong knownLength() {
        return reader.length();
    }

    /**
     * A read-only view of bytes that are in memory (tail, whole object), without a copy and without I/O; nothing if some are
     * not. Valid as long as it is referenced.
     */
    public Optional<ByteBuffer> held(ByteRange range) {
        return reader.held(range);
    }

    /**
     * As {@link #held(ByteRange)}, for bytes that are put by for later and may never be read: they do not count as needed, and
     * what holds them may be dropped as before.
     */
    public Optional<ByteBuffer> peek(ByteRange range) {
        return reader.peek(range);
    }

    /** Counts of this reader so far. */
    public VectorIoStats stats() {
        return VectorIoStats.of(reader.stats(), 0);
    }

    /**
     * Fails what is under way with CANCELLED and drops what is held; returns when the buffers that nobody received are back.
     * Results that were delivered stay valid. Idempotent.
     */
    @Override
    public void close() {
        reader.close();
    }

    private ReadSettings settings(ReadOptions options) {
        return new ReadSettings(
                options.allocator(),
                options.callbacks(),
                options.deadline().or(() -> deadline),
                options.maxRequestBytes());
    }

    private static List<ByteRange> checked(List<ByteRange> ranges) {
        List<ByteRange> copy = List.copyOf(ranges);
        for (ByteRange range : copy) {
            if (range.length() > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "a range that is delivered as one buffer has at most 2^31-1 bytes: " + range);
            }
        }
        return copy;
    }

    @Override
    public String toString() {
        return "RangeReader[" + location() + ", " + stats() + "]";
    }
}
