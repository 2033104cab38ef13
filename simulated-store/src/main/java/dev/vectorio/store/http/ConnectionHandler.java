package dev.vectorio.store.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection: exchanges one after another; what a client sends ahead waits its turn. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    private final StoreEngine engine;
    private final Wire wire;
    private final ArrayDeque<HttpObject> ahead = new ArrayDeque<>();
    private Optional<Exchange> exchange = Optional.empty();
    private boolean draining;

    ConnectionHandler(StoreEngine engine, Wire wire) {
        this.engine = engine;
        this.wire = wire;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ahead.addLast((HttpObject) message);
        drain();
    }

    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        while (!ahead.isEmpty() && (exchange.isEmpty() || !(ahead.peekFirst() instanceof HttpRequest))) {
            HttpObject next = ahead.removeFirst();
            try {
                take(next);
            } finally {
                ReferenceCountUtil.release(next);
            }
        }
        draining = false;
    }

    private void take(HttpObject next) {
        if (next.decoderResult().isFailure()) {
            refuse();
        } else if (next instanceof HttpRequest request) {
            exchange = Optional.of(new Exchange(engine, wire, request, this::answered));
        } else if (next instanceof HttpContent content) {
            exchange.ifPresent(e -> e.receive(content));
        }
    }

    private void refuse() {
        ByteBuf answer = wire.allocator().buffer();
        answer.writeCharSequence(
                "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                StandardCharsets.US_ASCII);
        wire.write(answer, sent -> wire.close());
        wire.flush();
    }

    private void answered() {
        exchange = Optional.empty();
        drain();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (wire.isWritable()) {
            exchange.ifPresent(Exchange::writable);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        exchange.ifPresent(Exchange::gone);
        exchange = Optional.empty();
        ahead.forEach(ReferenceCountUtil::release);
        ahead.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException || cause.getCause() instanceof SSLException)) {
            LOG.error("connection {} failed", wire.id(), cause);
        }
        wire.close();
    }
}
