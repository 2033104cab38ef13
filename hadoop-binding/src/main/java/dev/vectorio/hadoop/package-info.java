/** Hadoop file systems whose reads go through vector-io. */
@NullMarked
package dev.vectorio.hadoop;

import org.jspecify.annotations.NullMarked;
