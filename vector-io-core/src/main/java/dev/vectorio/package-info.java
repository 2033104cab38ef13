/** The public face: a context that owns the limits, readers of one object each, and the options. */
@NullMarked
package dev.vectorio;

import org.jspecify.annotations.NullMarked;
