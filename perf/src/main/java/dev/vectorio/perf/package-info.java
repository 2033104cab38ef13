/** Benchmarks: what the library costs in time and memory. */
@NullMarked
package dev.vectorio.perf;

import org.jspecify.annotations.NullMarked;
