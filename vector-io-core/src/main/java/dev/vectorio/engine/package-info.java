/**
 * Runs plans: slots, memory, retries, scatter. Not exported. Locks: a reader's lock may be held while the scheduler's is
 * taken, never the other way round; no lock is held during I/O, allocation or a caller's code.
 */
@NullMarked
package dev.vectorio.engine;

import org.jspecify.annotations.NullMarked;
