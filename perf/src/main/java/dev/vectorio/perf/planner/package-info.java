/** Planners against the best that there is, on a simulated clock: no I/O, no threads, no measured time. */
@NullMarked
package dev.vectorio.perf.planner;

import org.jspecify.annotations.NullMarked;
