package dev.vectorio.testkit;

import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A sink that copies what it is given and notes every break of the rules of {@link ResponseSink}. Subclasses act on
 * arrival by overriding the two {@code protected} methods.
 */
public class RecordingSink implements ResponseSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> violations = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile @Nullable ResponseHead head;
    private volatile boolean refused;
    private volatile boolean ended;
    private volatile int atEnd = -1;

    /** Creates an empty one. */
    public RecordingSink() {}

    /** Called for the head. */
    protected boolean headArrived(ResponseHead head) {
        return true;
    }

    /** Called for each chunk after it was copied; by default reads it to its end, as most sinks do. */
    protected void chunkArrived(ByteBuffer chunk) {
        chunk.position(chunk.limit());
    }

    @Override
    public final boolean onHead(ResponseHead head) {
        enter("onHead");
        try {
            if (this.head != null) {
                violation("onHead was called twice");
            }
            this.head = head;
            boolean wanted = headArrived(head);
            refused = !wanted;
            return wanted;
        } finally {
            inside.decrementAndGet();
        }
    }

    @Override
    public final void onBytes(ByteBuffer chunk) {
        enter("onBytes");
        try {
            if (head == null) {
                violation("onBytes was called before onHead");
            }
            if (refused) {
                violation("onBytes was called after onHead had returned false");
            }
            byte[] copy = new byte[chunk.remaining()];
            chunk.duplicate().get(copy);
            bytes.writeBytes(copy);
            chunkArrived(chunk);
        } finally {
            inside.decrementAndGet();
        }
    }

    private void enter(String call) {
        if (inside.getAndIncrement() > 0) {
            violation(call + " was called while another call was under way");
        }
        if (ended) {
            violation(call + " was called after done() had completed");
        }
    }

    /** To be called when {@code done()} completes. */
    final void transferEnded() {
        if (inside.get() > 0) {
            violation("done() completed while a call into the sink was under way");
        }
        atEnd = bytes.size();
        ended = true;
    }

    private void violation(String text) {
        synchronized (violations) {
            violations.add(text + " (on " + Thread.currentThread().getName() + ")");
        }
    }

    /** The head, if one came. */
    public final Optional<ResponseHead> head() {
        return Optional.ofNullable(head);
    }

    /** A copy of the bytes that came so far. */
    public final byte[] bytes() {
        return bytes.toByteArray();
    }

    /** How many bytes came so far. */
    public final int received() {
        return bytes.size();
    }

    /** How many bytes had come at the moment {@code done()} completed; -1 if it has not. */
    public final int receivedWhenDone() {
        return atEnd;
    }

    /** The rules that were broken so far; empty if none. */
    public final List<String> violations() {
        synchronized (violations) {
            return List.copyOf(violations);
        }
    }
}
