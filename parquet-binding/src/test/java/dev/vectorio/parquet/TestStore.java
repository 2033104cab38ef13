package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.LoggedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One object in a store in memory, and the library on top of it. */
final class TestStore implements AutoCloseable {
    static final ObjectLocation LOCATION = ObjectLocation.parse("mem://lake/t/part-0.parquet");

    final InMemoryBackend backend = InMemoryBackend.create();
    final VectorIo io;
    final long length;

    TestStore(byte[] content, UnaryOperator<VectorIoOptions> options) {
        backend.put(LOCATION, content);
        length = content.length;
        io = VectorIo.builder()
                .options(options.apply(VectorIoOptions.defaults()))
                .backend("mem", backend)
                .build();
    }

    static TestStore of(byte[] content) {
        return new TestStore(content, options -> options);
    }

    /** The whole-object path off, so that requests show. */
    static TestStore ranged(byte[] content) {
        return new TestStore(content, options -> options.withWholeObjectBytes(0));
    }

    KnownObject unknown() {
        return KnownObject.at(LOCATION);
    }

    KnownObject known() {
        return unknown().withLength(length);
    }

    long gets() {
        return backend.log().getCount();
    }

    long heads() {
        return backend.log().headCount();
    }

    /** The ranges of the GETs so far; a suffix resolved. */
    List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>();
        for (LoggedRequest request : backend.log().gets()) {
            GetRange range = request.range().orElseThrow();
            ranges.add(
                    range instanceof GetRange.Bounded bounded
                            ? bounded.range()
                            : ByteRange.between(Math.max(0, length - range.length()), length));
        }
        return ranges;
    }

    void assertNoByteTwice() {
        List<ByteRange> sorted = ranges().stream().sorted().toList();
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i).offset())
                    .as("fetched twice: %s", sorted)
                    .isGreaterThanOrEqualTo(sorted.get(i - 1).end());
        }
    }

    @Override
    public void close() {
        io.close();
        assertThat(io.load().budgetedBytes())
                .as("bytes in the books after the end")
                .isZero();
        // an aborted transfer ends on the store's thread, which nobody waits for
        long end = System.nanoTime() + 5_000_000_000L;
        while (backend.log().inFlight() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(backend.log().inFlight())
                .as("requests in flight after the end")
                .isZero();
        backend.close();
    }
}
