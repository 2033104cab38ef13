/** The example on the simulated store. */
@NullMarked
package dev.vectorio.spark;

import org.jspecify.annotations.NullMarked;
