/** Time to first byte and bandwidth: when an answer begins and how fast it flows. */
@NullMarked
package dev.vectorio.store.timing;

import org.jspecify.annotations.NullMarked;
