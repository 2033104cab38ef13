/** Scripted faults: which requests go wrong, and how. */
@NullMarked
package dev.vectorio.store.fault;

import org.jspecify.annotations.NullMarked;
