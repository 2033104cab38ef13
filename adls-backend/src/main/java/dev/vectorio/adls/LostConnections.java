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
import reactor.netty.Connection;
import reactor.util.context.ContextView;

/**
 * Ends a request whose connection is lost before its answer, ahead of reactor-netty: that logs each such loss as a warning
 * with a stack trace, and then fails the request with it all the same. One per connection, on the connection's thread.
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

    /** The HTTP client has opened a connection. */
    static void watch(Connection connection) {
        connection.addHandlerLast(KEY, new LostConnections());
    }

    /** The HTTP client says on which connection the request goes out; called on that connection's thread. */
    static void sendsOn(ContextView context, Connection connection) {
        connection.channel().attr(UNDER_WAY).set(context.getOrDefault(KEY, null));
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
        if (!fails(context.channel(), failure)) {
            context.fireExceptionCaught(failure);
        }
    }

    private static boolean fails(Channel channel, Throwable why) {
        return Optional.ofNullable(channel.attr(UNDER_WAY).getAndSet(null))
                .filter(waiting -> waiting.fail(why))
                .isPresent();
    }
}
