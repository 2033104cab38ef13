/** The {@code vio} command: arguments, output, one line for each failure. */
@NullMarked
package dev.vectorio.cli;

import org.jspecify.annotations.NullMarked;
