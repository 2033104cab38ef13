package dev.vectorio.store.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** The listening socket on the loopback address and the daemon threads of its connections. */
public final class HttpServer implements AutoCloseable {
    private static final int LONGEST_HEAD_BYTES = 64 << 10;
    private static final int LARGEST_READ_BYTES = 1 << 20;
    private static final WriteBufferWaterMark QUEUED_BYTES = new WriteBufferWaterMark(256 << 10, 1 << 20);

    private final StoreEngine engine;
    private final Optional<SSLContext> tls;
    private final EventLoopGroup threads;
    private final Channel listening;
    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong connectionIds = new AtomicLong();

    /**
     * Starts to listen.
     *
     * @param engine answers the requests; not closed with the server
     * @param port port on 127.0.0.1, 0 for any free one
     * @param threadCount threads of the connections
     * @param tls speaks TLS with this context's certificate
     * @param name begins the names of the threads
     */
    public HttpServer(StoreEngine engine, int port, int threadCount, Optional<SSLContext> tls, String name) {
        this.engine = engine;
        this.tls = tls;
        this.threads = new NioEventLoopGroup(threadCount, new DefaultThreadFactory(name, true));
        this.listening = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, QUEUED_BYTES)
                .childOption(
                        ChannelOption.RCVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(2048, 4096, LARGEST_READ_BYTES))
                .childHandler(new Connections())
                .bind(new InetSocketAddress(NetUtil.LOCALHOST4, port))
                .syncUninterruptibly()
                .channel();
    }

    /** The port that the server listens on. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Closes every connection and ends the threads; returns when both is done. */
    @Override
    public void close() {
        engine.beginClosing();
        listening.close().syncUninterruptibly();
        connections.forEach(c -> c.close().syncUninterruptibly());
        Future<?> ended = threads.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        ended.syncUninterruptibly();
    }

    private static SslHandler encryption(SSLContext context) {
        SSLEngine encryption = context.createSSLEngine();
        encryption.setUseClientMode(false);
        return new SslHandler(encryption);
    }

    private final class Connections extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            connections.add(channel);
            channel.closeFuture().addListener(closed -> connections.remove(channel));
            HttpDecoderConfig config = new HttpDecoderConfig()
                    .setMaxInitialLineLength(LONGEST_HEAD_BYTES)
                    .setMaxHeaderSize(LONGEST_HEAD_BYTES)
                    .setMaxChunkSize(LARGEST_READ_BYTES)
                    .setValidateHeaders(false);
            tls.ifPresent(context -> channel.pipeline().addLast(encryption(context)));
            Wire wire = new Wire(channel, connectionIds.getAndIncrement());
            channel.pipeline().addLast(new HttpRequestDecoder(config), new ConnectionHandler(engine, wire));
        }
    }
}
