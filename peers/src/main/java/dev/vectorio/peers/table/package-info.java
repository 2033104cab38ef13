/** What is read in each table, and what was published or promised about it. */
@NullMarked
package dev.vectorio.peers.table;

import org.jspecify.annotations.NullMarked;
