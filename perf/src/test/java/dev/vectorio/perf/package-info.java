/** Counts of the workloads, exactly. */
@NullMarked
package dev.vectorio.perf;

import org.jspecify.annotations.NullMarked;
