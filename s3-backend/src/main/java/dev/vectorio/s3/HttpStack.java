package dev.vectorio.s3;

import java.time.Duration;
import java.util.concurrent.Executor;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;

/**
 * An HTTP client for ranged reads: a pool that is waited for without a clock, and no read time-out. Those clocks are the
 * reader's.
 *
 * @param client the client
 * @param completion where the SDK completes the futures of this client's answers
 * @param threads closes what the client runs on
 */
record HttpStack(SdkAsyncHttpClient client, Executor completion, Runnable threads) implements AutoCloseable {
    /** The clients want a number. */
    private static final Duration NO_LIMIT = Duration.ofDays(7);

    static HttpStack of(S3Options options, int poolSize) {
        return switch (options.httpClient()) {
            case NETTY -> netty(options, poolSize);
            case CRT -> crt(options, poolSize);
        };
    }

    private static HttpStack netty(S3Options options, int poolSize) {
        EventLoops loops = new EventLoops(Runtime.getRuntime().availableProcessors());
        SdkAsyncHttpClient client = NettyNioAsyncHttpClient.builder()
                .maxConcurrency(poolSize)
                .maxPendingConnectionAcquires(Integer.MAX_VALUE)
                .connectionTimeout(options.connectTimeout())
                .connectionAcquisitionTimeout(NO_LIMIT)
                .connectionMaxIdleTime(options.maxIdleTime())
                .readTimeout(Duration.ZERO)
                .tcpKeepAlive(true)
                .eventLoopGroup(loops.forClient())
                .build();
        return new HttpStack(client, loops, loops::close);
    }

    private static HttpStack crt(S3Options options, int poolSize) {
        SdkAsyncHttpClient client = AwsCrtAsyncHttpClient.builder()
                .maxConcurrency(poolSize)
                .connectionTimeout(options.connectTimeout())
                .connectionAcquisitionTimeout(NO_LIMIT)
                .connectionMaxIdleTime(options.maxIdleTime())
                .build();
        return new HttpStack(client, Runnable::run, () -> {});
    }

    @Override
    public void close() {
        client.close();
        threads.run();
    }
}
