/** Local files as a store: the oracle of tests, and a way to use the same code without a network. */
@NullMarked
package dev.vectorio.local;

import org.jspecify.annotations.NullMarked;
