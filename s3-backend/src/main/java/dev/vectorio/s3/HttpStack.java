package dev.vectorio.s3;

import java.time.Duration;
import java.util.concurrent.Executor;
import software.amazon.awssdk.crt.CRT;
import software.amazon.awssdk.crt.CrtRuntimeException;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;

/**
 * An HTTP client and what belongs to it. A pool is waited for without a clock.
 *
 * @param client the client
 * @param completion where the SDK completes the futures of this client's answers
 * @param threads closes what the client runs on
 */
record HttpStack(SdkAsyncHttpClient client, Executor completion, Runnable threads) implements AutoCloseable {
    /** The clients want a number. */
    private static final Duration NO_LIMIT = Duration.ofDays(7);

    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** For ranged reads: no read time-out, that clock is the reader's. */
    static HttpStack forRanges(S3Options options, int poolSize) {
        return switch (options.httpClient()) {
            case NETTY -> netty(options, poolSize, Duration.ZERO);
            case CRT -> crt(options, poolSize);
        };
    }

    /** For whole files, where nobody else keeps a clock. */
    static HttpStack forWholeFiles(S3Options options, int poolSize) {
        return netty(options, poolSize, SILENCE);
    }

    private static HttpStack netty(S3Options options, int poolSize, Duration readTimeout) {
        EventLoops loops = new EventLoops(Runtime.getRuntime().availableProcessors());
        SdkAsyncHttpClient client = NettyNioAsyncHttpClient.builder()
                .maxConcurrency(poolSize)
                .maxPendingConnectionAcquires(Integer.MAX_VALUE)
                .connectionTimeout(options.connectTimeout())
                .connectionAcquisitionTimeout(NO_LIMIT)
                .connectionMaxIdleTime(options.maxIdleTime())
                .readTimeout(readTimeout)
                .tcpKeepAlive(true)
                .eventLoopGroup(loops.forClient())
                .build();
        return new HttpStack(new ClosableHttpClient(client), loops, loops::close);
    }

    private static HttpStack crt(S3Options options, int poolSize) {
        SdkAsyncHttpClient client;
        try {
            client = AwsCrtAsyncHttpClient.builder()
                    .maxConcurrency(poolSize)
                    .connectionTimeout(options.connectTimeout())
                    .connectionAcquisitionTimeout(NO_LIMIT)
                    .connectionMaxIdleTime(options.maxIdleTime())
                    .build();
        } catch (LinkageError | CrtRuntimeException | CRT.UnknownPlatformException e) {
            throw new IllegalArgumentException(
                    S3Option.HTTP_CLIENT.key() + "=crt: its native code does not run on this machine; set it to netty",
                    e);
        }
        // Its event loops ("AwsEventLoop") are the native library's own, one set for all clients of the process: they
        // stay.
        return new HttpStack(new ClosableHttpClient(client), Runnable::run, () -> {});
    }

    @Override
    public void close() {
        client.close();
        threads.run();
    }
}
