/** The demonstration: the same files read in two ways from a store in this process. */
@NullMarked
package dev.vectorio.cli.demo;

import org.jspecify.annotations.NullMarked;
