/** The file system over others: over memory, over what is missing, over what must not be replaced. */
@NullMarked
package dev.vectorio.hadoop;

import org.jspecify.annotations.NullMarked;
