package dev.vectorio.plan;

/**
 * How long the pieces of a run may be.
 *
 * @param shortest a run is not cut into so many pieces that they would be shorter on average; 0 for no such bound
 * @param longest no piece is longer, where {@code shortest} allows it
 * @param hard no piece is longer, whatever {@code shortest} says
 */
record PieceLimits(long shortest, long longest, long hard) {
    /** As few pieces as possible, none longer than this. */
    static PieceLimits upTo(long longest) {
        return new PieceLimits(0, longest, longest);
    }

    /** The limit for the pieces of a run of so many bytes. */
    long limitFor(long length) {
        if (length <= longest || shortest == 0) {
            return longest;
        }
        long most = Math.max(1, length / shortest);
        long whereMost = length / most + (length % most == 0 ? 0 : 1);
        return Math.min(hard, Math.max(longest, whereMost));
    }
}
