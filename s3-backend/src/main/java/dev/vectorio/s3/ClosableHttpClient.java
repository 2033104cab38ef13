package dev.vectorio.s3;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;

/**
 * Fails requests that come after the close. The clients behind it do not: the native one ends the whole process ("Fatal
 * error condition", SIGABRT) when a connection is asked of a pool that is closing, the one on Netty now and then never
 * answers. So begin and close exclude each other, here where every request comes by, the SDK's own second attempts
 * included.
 */
final class ClosableHttpClient implements SdkAsyncHttpClient {
    private final SdkAsyncHttpClient client;
    /** Held while a request is begun, which does not block, and while the client is closed. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private boolean closed;

    ClosableHttpClient(SdkAsyncHttpClient client) {
        this.client = client;
    }

    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
        lock.readLock().lock();
        try {
            if (!closed) {
                return client.execute(request);
            }
        } finally {
            lock.readLock().unlock();
        }
        IOException tooLate = new IOException("the HTTP client is closed");
        request.responseHandler().onError(tooLate);
        return CompletableFuture.failedFuture(tooLate);
    }

    @Override
    public String clientName() {
        return client.clientName();
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                client.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
