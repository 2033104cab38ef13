package dev.vectorio.s3;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
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
        group = new NioEventLoopGroup(threads, new DefaultThreadFactory("vector-io-s3", true));
    }

    SdkEventLoopGroup forClient() {
        return SdkEventLoopGroup.create(group);
    }

    @Override
    public void execute(Runnable task) {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                try {
                    loop.execute(task);
                    return;
                } catch (RejectedExecutionException e) {
                    break; // closing: nothing is left to be in order with
                }
            }
        }
        task.run();
    }

    /** Ends the threads, two seconds after the last of the closed connections has given them something to do. */
    @Override
    public void close() {
        var unused = group.shutdownGracefully();
    }
}
