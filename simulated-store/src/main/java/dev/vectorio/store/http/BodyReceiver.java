package dev.vectorio.store.http;

import io.netty.buffer.ByteBuf;

/** Takes the body of one request piece by piece, on the connection's thread. */
public interface BodyReceiver {

    /** Takes the readable bytes; the buffer stays the caller's. */
    void receive(ByteBuf piece);

    /** The whole body, once its last piece was received. */
    ReceivedBody finish();
}
