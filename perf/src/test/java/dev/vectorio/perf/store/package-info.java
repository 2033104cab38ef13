/** Counts of the workloads, exactly. */
@NullMarked
package dev.vectorio.perf.store;

import org.jspecify.annotations.NullMarked;
