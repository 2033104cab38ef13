package dev.vectorio.cli.demo;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A vendor's client, used as most programs use it. */
interface PlainClient {
    /** One request for metadata. */
    long length(String key) throws IOException;

    /** One GET. */
    ByteBuffer get(String key, long offset, int bytes) throws IOException;
}
