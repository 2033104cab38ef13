package dev.vectorio.engine;

/**
 * Bytes of a window on their way into a range's buffer.
 *
 * @param window where they are
 * @param from index in the window
 * @param offset where they go in the range
 * @param length how many
 * @param retained true if the window is kept for this copy; if not, it may be gone when the time comes
 */
record HeldCopy(Window window, int from, long offset, int length, boolean retained) {
    /** Copies, once; false if the window is gone. */
    boolean into(Destination destination) {
        if (!retained && !window.retain()) {
            return false;
        }
        try {
            destination.write(offset, window.view(), from, length);
            return true;
        } finally {
            window.release();
        }
    }

    /** Instead of the copy: nobody wants it any more. */
    void abandon() {
        if (retained) {
            window.release();
        }
    }
}
