package dev.vectorio.store.http;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.fault.AnswerShape.Dribble;
import dev.vectorio.store.fault.AnswerShape.Ending;
import dev.vectorio.store.log.RequestEntry;
import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.timing.BandwidthPacer;
import dev.vectorio.store.timing.TimingModel;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * Sends one answer: its head at once, its body as views of the stored bytes, as fast as model and client allow, to the
 * end that its shape wants. The one place where body bytes are written. Belongs to the connection's thread.
 */
final class AnswerSender {
    private static final int LARGEST_WRITE_BYTES = 256 << 10;

    private final StoreEngine engine;
    private final Wire wire;
    private final RequestEntry entry;
    private final AnswerShape shape;
    private final Runnable answered;
    private ByteSource body = ByteSource.empty();
    private Ending ending = Ending.ORDERLY;
    private long offset;
    private long end;
    private long credit;
    private boolean paused;
    private boolean stopped;
    private Optional<BandwidthPacer.Flow> flow = Optional.empty();

    /** A sender that runs {@code answered} once the connection is free for the next request. */
    AnswerSender(StoreEngine engine, Wire wire, RequestEntry entry, AnswerShape shape, Runnable answered) {
        this.engine = engine;
        this.wire = wire;
        this.entry = entry;
        this.shape = shape;
        this.answered = answered;
    }

    /** Ends the exchange without a head. */
    void withhold(Ending how) {
        ending = how;
        if (how != Ending.STALL) {
            entry.ended(Outcome.BROKEN_OFF);
            complete();
        }
    }

    /** Sends bytes that are no HTTP answer and closes the connection. */
    void sendRaw(byte[] bytes) {
        ending = Ending.CLOSE;
        entry.ended(Outcome.BROKEN_OFF);
        wire.write(wire.allocator().buffer(bytes.length).writeBytes(bytes), sent -> complete());
        wire.flush();
    }

    /** Sends {@code answer}; {@code keepAlive} says whether the client wants the connection kept. */
    void send(Answer answer, boolean keepAlive) {
        body = answer.bodySent() ? answer.body() : ByteSource.empty();
        end = Math.min(body.length(), shape.cutAfter().orElse(Long.MAX_VALUE));
        ending = shape.ending() == Ending.ORDERLY && !keepAlive ? Ending.CLOSE : shape.ending();
        entry.headSent(answer.status());
        ByteBuf head = AnswerHead.encode(answer, keepAlive, wire.allocator());
        if (end == 0) {
            noteEnd();
            wire.write(head, this::lastWritten);
            wire.flush();
            return;
        }
        wire.write(head, sent -> {});
        flow();
    }

    private void flow() {
        Optional<Dribble> dribble = shape.dribble();
        long ownLimit = shape.bytesPerSecond().orElse(TimingModel.UNLIMITED);
        if (dribble.isPresent()) {
            drop(dribble.get());
        } else if (engine.timing().limitsBandwidth() || ownLimit != TimingModel.UNLIMITED) {
            wire.flush();
            flow = Optional.of(engine.pacer().join(end, ownLimit, granted -> wire.run(() -> grant(granted))));
        } else {
            credit = end;
            sendCredit();
        }
    }

    private void grant(long bytes) {
        credit += bytes;
        sendCredit();
    }

    private void drop(Dribble dribble) {
        if (stopped) {
            return;
        }
        credit = Math.min(dribble.bytes(), end - offset);
        sendCredit();
        if (offset < end) {
            long next = System.nanoTime() + dribble.interval().toNanos();
            engine.clock().at(next, () -> wire.run(() -> drop(dribble)));
        }
    }

    /** The connection takes bytes again. */
    void writable() {
        if (credit > 0) {
            sendCredit();
        }
        if (paused && credit == 0) {
            paused = false;
            flow.ifPresent(BandwidthPacer.Flow::resume);
        }
    }

    private void sendCredit() {
        while (credit > 0 && !stopped && wire.isWritable()) {
            writeNext();
        }
        wire.flush();
        if (credit > 0 && !stopped && flow.isPresent() && !paused) {
            paused = true;
            flow.get().pause();
        }
    }

    private void writeNext() {
        ByteBuf view = body.view(offset, (int) Math.min(credit, LARGEST_WRITE_BYTES));
        int bytes = view.readableBytes();
        offset += bytes;
        credit -= bytes;
        entry.bodySent(bytes);
        boolean last = offset == end;
        if (last) {
            noteEnd();
        }
        wire.write(view, sent -> {
            if (!sent) {
                entry.bodyNotSent(bytes);
            }
            if (last) {
                lastWritten(sent);
            }
        });
    }

    private void noteEnd() {
        boolean whole = end == body.length() && ending != Ending.RESET;
        if (ending != Ending.STALL) {
            entry.ended(whole ? Outcome.ANSWERED : Outcome.BROKEN_OFF);
        }
    }

    private void lastWritten(boolean sent) {
        if (sent && ending != Ending.STALL) {
            complete();
        }
    }

    private void complete() {
        if (stopped) {
            return;
        }
        stopped = true;
        entry.settled(false);
        switch (ending) {
            case ORDERLY -> answered.run();
            case CLOSE -> wire.close();
            case RESET -> wire.reset();
            case STALL -> {}
        }
    }

    /** The connection is gone. */
    void stop() {
        stopped = true;
        flow.ifPresent(BandwidthPacer.Flow::pause);
    }
}
