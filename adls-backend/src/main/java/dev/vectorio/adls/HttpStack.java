package dev.vectorio.adls;

import com.azure.core.http.HttpClient;
import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.tcp.SslProvider;

/**
 * An HTTP client for ranged reads: a pool that is waited for without a clock, and no time-out but that of connecting. The
 * other clocks are the reader's, and so are second attempts: what could not be sent is not sent again either. Bodies are
 * handed on as the client has them, without a copy.
 *
 * @param client the client
 * @param pool its connections
 * @param threads what it runs on
 */
record HttpStack(HttpClient client, ConnectionProvider pool, EventLoopGroup threads) implements AutoCloseable {

    static HttpStack of(AdlsOptions options, int poolSize) {
        EventLoopGroup threads = new NioEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), new DefaultThreadFactory("vector-io-adls", true));
        ConnectionProvider pool = ConnectionProvider.builder("vector-io-adls")
                .maxConnections(poolSize)
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(Duration.ZERO)
                .maxIdleTime(options.maxIdleTime())
                .build();
        reactor.netty.http.client.HttpClient reactorClient = reactor.netty.http.client.HttpClient.create(pool)
                .secure(ownTls())
                .disableRetry(true)
                .doOnChannelInit((opener, channel, address) -> LostConnections.watch(opener, channel))
                .doOnRequest((request, connection) -> {
                    LostConnections.sendsOn(request.currentContextView(), connection);
                    BlobTransfer.sendsOn(request.currentContextView(), connection);
                });
        HttpClient client = new NettyAsyncHttpClientBuilder(reactorClient)
                .eventLoopGroup(threads)
                .disableBufferCopy(true)
                .connectTimeout(options.connectTimeout())
                .responseTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .build();
        return new HttpStack(client, pool, threads);
    }

    /** The client's default is one for the JVM, and keeps the trust store that it found at its first use. */
    private static SslProvider ownTls() {
        SslProvider.GenericSslContextSpec<?> http = Http11SslContextSpec.forClient();
        return SslProvider.builder().sslContext(http).build();
    }

    /** Ends pool and threads, a moment after this returns. */
    @Override
    public void close() {
        pool.disposeLater().subscribe();
        var unused = threads.shutdownGracefully(200, 5_000, TimeUnit.MILLISECONDS);
    }
}
