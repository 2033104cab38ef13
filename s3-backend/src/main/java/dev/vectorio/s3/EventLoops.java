package dev.vectorio.s3;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;

/**
 * The threads of one Netty client, and the executor on which the SDK completes its futures there: the very event loop
 * that read the answer, once it is through with that answer.
 *
 * <p>That order matters. The SDK closes the connection of a request whose future has failed, unless the HTTP client has
 * put the connection back by then. Completed on any other thread, or at once, a failure (a 412, a 404) now and then
 * closes a connection that already serves somebody else.
 */
final class EventLoops implements Executor, AutoCloseable {
    private final EventLoopGroup group;

    EventLoops(int threads) {
        group = new ConnectingLater(threads);
    }

    SdkEventLoopGroup forClient() {
        return SdkEventLoopGroup.create(group, NioSocketChannel::new);
    }

    @Override
    public void execute(Runnable task) {
        if (!afterThis(group, task)) {
            task.run();
        }
    }

    /** Queues {@code task} on the loop that this thread is; false if it is none, or one that is closing. */
    private static boolean afterThis(EventLoopGroup group, Runnable task) {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                try {
                    loop.execute(task);
                    return true;
                } catch (RejectedExecutionException e) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Ends the threads, two seconds after the last of the closed connections has given them something to do. */
    @Override
    public void close() {
        var unused = group.shutdownGracefully();
    }

    /**
     * Begins to connect only when the task that asked for the connection is through. The SDK's pool asks first and listens
     * then; if the connection has failed by that time, it hears of the failure with the next request only, if there is one.
     * A refusal on the same machine and a name that is not known fail at once.
     */
    private static final class ConnectingLater extends NioEventLoopGroup {
        ConnectingLater(int threads) {
            super(threads, new DefaultThreadFactory("vector-io-s3", true));
        }

        @Override
        public ChannelFuture register(Channel channel) {
            EventLoop loop = next();
            ChannelPromise registered = new DefaultChannelPromise(channel, loop);
            return afterThis(this, () -> loop.register(registered)) ? registered : loop.register(channel);
        }
    }
}
