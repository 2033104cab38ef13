package dev.vectorio.perf.report;

/** Ways to read a workload. */
public enum Leg {
    /** Raw ranges. */
    FETCH,
    /** All values, everything planned at once. */
    DECODE,
    /** All values through plain input files. */
    PLAIN_INPUT_FILE,
    /** All values of local files. */
    LOCAL
}
