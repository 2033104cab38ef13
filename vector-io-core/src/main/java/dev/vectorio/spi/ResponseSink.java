package dev.vectorio.spi;

import java.nio.ByteBuffer;

/**
 * Where a backend puts one answer: first {@link #onHead}, then {@link #onBytes} any number of times, in order, never two
 * calls at once (threads may differ), none after {@link Transfer#done()} has completed. Methods return quickly and may be
 * called from transport threads.
 */
public interface ResponseSink {
    /**
     * The head of a 2xx answer, before any byte of its body.
     *
     * @return false if the body is not wanted: the backend then aborts the connection, calls nothing more here, and
     *     completes {@link Transfer#done()} in any way
     */
    boolean onHead(ResponseHead head);

    /**
     * The next bytes of the body. The buffer belongs to the backend again when the call returns; its position may have
     * moved.
     */
    void onBytes(ByteBuffer chunk);
}
