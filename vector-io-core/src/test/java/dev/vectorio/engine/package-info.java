/** Parts of the engine that need no backend. */
@NullMarked
package dev.vectorio.engine;

import org.jspecify.annotations.NullMarked;
