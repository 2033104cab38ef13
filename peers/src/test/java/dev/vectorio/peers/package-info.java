/** What the peers' requests are, by the store's own count. */
@NullMarked
package dev.vectorio.peers;

import org.jspecify.annotations.NullMarked;
