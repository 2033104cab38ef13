package dev.vectorio.store.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import java.util.function.Consumer;

/** The sending side of one connection. All methods but {@link #run} belong to the connection's thread. */
final class Wire {
    private final Channel channel;
    private final long id;

    Wire(Channel channel, long id) {
        this.channel = channel;
        this.id = id;
    }

    long id() {
        return id;
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    /** Runs {@code task} on the connection's thread; drops it if the server has shut down. */
    void run(Runnable task) {
        if (!channel.eventLoop().isShuttingDown()) {
            channel.eventLoop().execute(task);
        }
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** Queues bytes; {@code sent} learns whether the socket took them. */
    void write(ByteBuf bytes, Consumer<Boolean> sent) {
        ChannelFutureListener listener = future -> sent.accept(future.isSuccess());
        ChannelFuture unused = channel.write(bytes).addListener(listener);
    }

    /** Hands what is queued to the socket. */
    void flush() {
        channel.flush();
    }

    void close() {
        ChannelFuture unused = channel.close();
    }

    /** Closes the connection with a reset. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        close();
    }
}
