package dev.vectorio.peers.worker;

import java.io.IOException;

/** A peer could not be set up, or could not read; the others go on. */
public final class PeerFailedException extends IOException {
    private static final long serialVersionUID = 1;

    PeerFailedException(String message) {
        super(message);
    }
}
