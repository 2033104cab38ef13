package dev.vectorio.perf.storm;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.parquet.VectorIoParquet;
import dev.vectorio.store.object.SyntheticBytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.parquet.hadoop.ParquetFileReader;

/**
 * One of the readers of a storm: opens, reads, prefetches and decodes a number of times, and is cancelled, closed and
 * interrupted amid it. Its choices follow from its seed.
 */
final class StormReader implements Runnable {
    private static final int LONGEST_RANGE = Storm.LONGEST_RANGE;
    private static final int MAX_READS_OF_ONE = 4;

    private final Storm storm;
    private final Random random;
    private final int reads;
    private int done;

    StormReader(Storm storm, long seed, int reads) {
        this.storm = storm;
        this.random = new Random(seed);
        this.reads = reads;
    }

    @Override
    public void run() {
        try {
            while (done < reads && !storm.isOver()) {
                if (random.nextInt(6) == 0) {
                    table(random.nextInt(StormObjects.TABLES));
                } else {
                    data(random.nextInt(StormObjects.DATA));
                }
                clearInterrupt();
            }
        } catch (Throwable t) {
            storm.violated(t);
        }
    }

    /** True for one of twenty, but in fair weather. */
    private boolean strikes() {
        boolean drawn = random.nextDouble() < StormFaults.RATE;
        return drawn && storm.isStormy();
    }

    private static void clearInterrupt() {
        boolean ignored = Thread.interrupted(); // the next read begins without
    }

    // ---- Parquet ----

    private void table(int index) throws IOException {
        done++;
        if (strikes()) {
            storm.objects().putTable(index, random);
        }
        KnownObject object =
                KnownObject.at(storm.dialect().location(StormObjects.bucket(index), StormObjects.tableKey(index)));
        interruptSoon();
        try (ParquetFileReader reader = VectorIoParquet.open(
                storm.io(), object, StormObjects.readOptions(), Optional.of(StormObjects.columns()))) {
            ValueTotals totals = ParquetValues.of(reader, StormObjects.columns());
            if (!storm.objects().tableTotals(index).contains(totals)) {
                throw new AssertionError("values of no version of " + object.location() + ": " + totals);
            }
            storm.delivered();
        } catch (IOException | RuntimeException e) {
            storm.failed(e);
        }
    }

    // ---- ranges ----

    private void data(int index) throws Exception {
        List<SyntheticBytes> versions = storm.objects().versions(index);
        long length = versions.get(versions.size() - 1).length();
        ObjectLocation location = storm.dialect().location(StormObjects.bucket(index), StormObjects.dataKey(index));
        try (Closeable list = random.nextInt(10) == 0 ? storm.io().lookAhead(announced(index)) : () -> {};
                RangeReader reader = storm.io().open(known(location, length))) {
            storm.use(list);
            SeenVersions seen = new SeenVersions(versions);
            for (int i = random.nextInt(MAX_READS_OF_ONE); i >= 0; i--) {
                done++;
                read(reader, index, seen);
            }
        }
    }

    private List<KnownObject> announced(int first) {
        List<KnownObject> objects = new ArrayList<>();
        for (int i = first; i < Math.min(first + 4, StormObjects.DATA); i++) {
            objects.add(KnownObject.at(storm.dialect().location(StormObjects.bucket(i), StormObjects.dataKey(i))));
        }
        return objects;
    }

    private KnownObject known(ObjectLocation location, long length) {
        return random.nextBoolean()
                ? KnownObject.at(location)
                : KnownObject.at(location).withLengthHint(length);
    }

    private void read(RangeReader reader, int index, SeenVersions seen) throws Exception {
        ReadOptions options = ReadOptions.defaults().withAllocator(allocator());
        List<ByteRange> ranges = ranges(index);
        VectoredRead read;
        if (random.nextInt(6) == 0) {
            read = reader.readTail(1 + random.nextInt(LONGEST_RANGE), options);
        } else {
            if (random.nextInt(4) == 0) {
                reader.prefetch(ranges, options);
            }
            read = reader.readVectored(ranges, options);
        }
        try (read) {
            disturb(reader, read, index);
            for (int i = 0; i < read.size(); i++) {
                check(read, i, seen);
            }
        } catch (InterruptedException | InterruptedIOException e) {
            clearInterrupt();
        }
    }

    private BufferAllocator allocator() {
        BufferAllocator whole = storm.allocator(random);
        return strikes() ? new FailingAllocator(whole, random.nextInt(4)) : whole;
    }

    private List<ByteRange> ranges(int index) {
        List<SyntheticBytes> versions = storm.objects().versions(index);
        long length = versions.get(versions.size() - 1).length();
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            long from = random.nextLong(length + 1);
            long longest = random.nextInt(4) == 0 ? LONGEST_RANGE : 10_000;
            ranges.add(ByteRange.of(from, Math.min(length - from, random.nextLong(longest))));
        }
        return ranges;
    }

    private void disturb(RangeReader reader, VectoredRead read, int index) {
        if (strikes()) {
            storm.objects().putData(index, random);
        }
        if (strikes()) {
            pause();
            read.cancel();
        }
        if (strikes()) {
            pause();
            reader.close();
        }
        interruptSoon();
    }

    private void interruptSoon() {
        if (strikes()) {
            storm.interruptLater(Thread.currentThread(), random.nextInt(30));
        }
    }

    private void pause() {
        LockSupport.parkNanos(random.nextInt(20_000_000));
    }

    private void check(VectoredRead read, int index, SeenVersions seen) throws Exception {
        try {
            RangeResult result = random.nextBoolean()
                    ? read.await(index)
                    : read.result(index).get(Storm.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            compare(result, seen);
            if (random.nextBoolean()) {
                result.close(); // the others go with the read
            }
        } catch (TimeoutException e) {
            throw storm.hangs("range " + index + " of " + read.size() + " does not end", e);
        } catch (CancellationException e) {
            storm.failed(e);
        } catch (ExecutionException e) {
            storm.failed(e);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (ObjectReadException e) {
            storm.failed(e);
        }
    }

    private void compare(RangeResult result, SeenVersions seen) {
        try {
            if (!seen.agrees(result)) {
                throw new AssertionError("bytes of " + result.range() + " fit no version: " + seen);
            }
            storm.delivered();
        } catch (
                IllegalStateException
                        closed) { // by reader.close() or read.cancel() just now? Only if it was not delivered.
            throw new AssertionError("a delivered result is closed", closed);
        }
    }
}
