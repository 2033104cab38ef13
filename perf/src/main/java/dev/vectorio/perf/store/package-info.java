/** The simulated store of the measurements, in a process of its own. */
@NullMarked
package dev.vectorio.perf.store;

import org.jspecify.annotations.NullMarked;
