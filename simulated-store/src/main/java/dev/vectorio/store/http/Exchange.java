package dev.vectorio.store.http;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.log.RequestEntry;
import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RequestFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer: arrival and log entry, body, time to first byte, gate, the dialect's operation, the faults'
 * changes, the sending. Belongs to the connection's thread.
 */
final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("HTTP/1.1 100 Continue\r\n\r\n", StandardCharsets.US_ASCII));

    private final StoreEngine engine;
    private final Wire wire;
    private final RequestHead head;
    private final boolean keepAlive;
    private final Dialect dialect;
    private final RequestFacts facts;
    private final RequestEntry entry;
    private final AnswerShape shape;
    private final BodyReceiver receiver;
    private final AnswerSender sender;
    private boolean gone;

    /** Takes in the head of a request; {@code answered} runs once the connection is free for the next. */
    Exchange(StoreEngine engine, Wire wire, HttpRequest request, Runnable answered) {
        this.engine = engine;
        this.wire = wire;
        this.head = new RequestHead(request.method().name(), request.uri(), request.headers());
        this.keepAlive = HttpUtil.isKeepAlive(request);
        this.dialect = engine.dialectOf(head);
        this.facts = dialect.facts(head);
        this.entry = engine.log().arrived(wire.id(), facts);
        this.shape = engine.faults().shape(facts);
        entry.faulted(shape.faults());
        this.receiver = dialect.receiver(head);
        this.sender = new AnswerSender(engine, wire, entry, shape, answered);
        if (HttpUtil.is100ContinueExpected(request)) {
            wire.write(CONTINUE.duplicate(), sent -> {});
            wire.flush();
        }
    }

    /** Takes a piece of the request's body; the last one makes the answer due. */
    void receive(HttpContent content) {
        receiver.receive(content.content());
        if (content instanceof LastHttpContent) {
            long wait = engine.timing().firstByteNanos(entry.sequence())
                    + shape.delay().toNanos();
            StoreRequest request = new StoreRequest(
                    entry.sequence(),
                    head,
                    facts,
                    shape.rangeIgnored() ? Optional.empty() : facts.range(),
                    receiver.finish());
            if (wait <= 0) {
                answer(request);
            } else {
                engine.clock().at(System.nanoTime() + wait, () -> wire.run(() -> answer(request)));
            }
        }
    }

    private void answer(StoreRequest request) {
        if (gone || engine.gate().parks(() -> wire.run(() -> answer(request)))) {
            return;
        }
        Optional<byte[]> raw = shape.rawBytes();
        Answer answer = operate(request);
        if (shape.headWithheld()) {
            sender.withhold(shape.ending());
        } else if (raw.isPresent()) {
            sender.sendRaw(raw.get());
        } else {
            sender.send(answer, keepAlive);
        }
    }

    private Answer operate(StoreRequest request) {
        try {
            shape.runBefore();
            Answer answer = shape.refusal().isPresent()
                    ? dialect.refusal(request, shape.refusal().get())
                    : dialect.answer(request);
            return shape.edited(answer);
        } catch (RuntimeException e) {
            LOG.error("cannot answer {} {}", head.method(), facts.key(), e);
            return Answer.text(500, "text/plain", "the simulated store failed: " + e);
        }
    }

    /** The connection takes bytes again. */
    void writable() {
        sender.writable();
    }

    /** The connection is gone. */
    void gone() {
        gone = true;
        sender.stop();
        if (engine.isClosing()) {
            entry.ended(Outcome.BROKEN_OFF);
        }
        entry.settled(!engine.isClosing());
    }
}
