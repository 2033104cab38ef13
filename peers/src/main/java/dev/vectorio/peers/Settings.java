package dev.vectorio.peers;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * How a table is measured.
 *
 * @param runs reads of each set of files by each peer
 * @param sigma scatter of the time to first byte
 * @param seed of its draws; run i has seed + i
 * @param cases those whose name contains it
 * @param peers those whose name contains it
 * @param warmUpSeconds for each peer and case, at least
 * @param heap of each peer's process
 * @param files folder of the files that are read
 */
record Settings(
        int runs,
        double sigma,
        long seed,
        Pattern cases,
        Pattern peers,
        double warmUpSeconds,
        String heap,
        Path files) {}
