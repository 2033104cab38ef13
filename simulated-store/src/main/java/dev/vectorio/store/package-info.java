/** A simulated object store over HTTP. */
@NullMarked
package dev.vectorio.store;

import org.jspecify.annotations.NullMarked;
