/** What the engine costs for each request and each byte, on a backend that costs next to nothing. */
@NullMarked
package dev.vectorio.perf.engine;

import org.jspecify.annotations.NullMarked;
