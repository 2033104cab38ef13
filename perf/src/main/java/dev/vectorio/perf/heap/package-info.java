/** Large row groups in a small heap. */
@NullMarked
package dev.vectorio.perf.heap;

import org.jspecify.annotations.NullMarked;
