/** How each peer is set up and opens a file. */
@NullMarked
package dev.vectorio.peers.access;

import org.jspecify.annotations.NullMarked;
