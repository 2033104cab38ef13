/** Tests of the simulated store. */
@NullMarked
package dev.vectorio.store;

import org.jspecify.annotations.NullMarked;
