/** Who gives buffers, and who owns what was read. */
@NullMarked
package dev.vectorio.buffer;

import org.jspecify.annotations.NullMarked;
