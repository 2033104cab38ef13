/** The process that one peer reads in, and what it is told to read. */
@NullMarked
package dev.vectorio.peers.worker;

import org.jspecify.annotations.NullMarked;
