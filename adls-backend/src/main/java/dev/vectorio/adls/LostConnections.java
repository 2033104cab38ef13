package dev.vectorio.adls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;
import reactor.netty.NettyPipeline;
import reactor.util.context.ContextView;

/**
 * Ends a request whose connection is lost before its answer, or does not come about because TLS cannot be agreed on, ahead of
 * reactor-netty: that logs each such loss as a warning with a stack trace, and then fails the request with it all the same.
 * One per connection, on the connection's thread.
 */
final class LostConnections extends ChannelInboundHandlerAdapter {
    /** A request that may be ended. */
    interface Waiting {
        /** Ends the request with {@code why} and gives its connection up; false if it has ended. */
        boolean fail(Throwable why);
    }

    /** Under which a request is found, in its context and on its connection. */
    static final String KEY = LostConnections.class.getName();

    private static final AttributeKey<Waiting> UNDER_WAY = AttributeKey.valueOf(KEY);

    /** Knows, until the connection is ready, for which request it is opened. */
    private final ConnectionObserver opener;

    private boolean opened;
    private boolean lost;

    private LostConnections(ConnectionObserver opener) {
        this.opener = opener;
    }

    /** The HTTP client is about to open a connection: behind TLS and HTTP, ahead of what hands their news to the client. */
    static void watch(ConnectionObserver opener, Channel channel) {
        channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, KEY, new LostConnections(opener));
    }

    /** The HTTP client says on which connection the request goes out; called on that connection's thread. */
    static void sendsOn(ContextView context, Connection connection) {
        connection.channel().attr(UNDER_WAY).set(context.getOrDefault(KEY, null));
    }

    /** Comes when TLS is agreed on, or at once where there is none. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        opened = true;
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpResponse head) {
            if (head.decoderResult().isFailure()
                    && fails(
                            context.channel(),
                            new DecoderException(head.decoderResult().cause()))) {
                ReferenceCountUtil.release(message);
                return;
            }
            context.channel().attr(UNDER_WAY).set(null); // from here on the body's reader hears of a loss, and no log
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        var unused = fails(context.channel(), new IOException("closed before the answer"));
        context.fireChannelInactive(); // with which the HTTP client, failed or not, lets go of the connection
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (lost || fails(context.channel(), failure)) {
            return;
        }
        @Nullable Waiting opening = opened ? null : opener.currentContext().getOrDefault(KEY, null);
        if (opening == null) {
            context.fireExceptionCaught(failure);
            return;
        }
        lost = true; // TLS tells of one failure twice
        var unused = opening.fail(failure); // or it was cancelled, and nobody waits for this connection
        context.close();
    }

    private static boolean fails(Channel channel, Throwable why) {
        return Optional.ofNullable(channel.attr(UNDER_WAY).getAndSet(null))
                .filter(waiting -> waiting.fail(why))
                .isPresent();
    }
}
