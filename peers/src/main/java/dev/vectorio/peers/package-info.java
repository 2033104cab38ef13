/** Today's systems beside vector-io on the simulated store, in one run. */
@NullMarked
package dev.vectorio.peers;

import org.jspecify.annotations.NullMarked;
