/** Two threads at once at the engine's own types; in their package, which no module sees. */
@NullMarked
package dev.vectorio.engine;

import org.jspecify.annotations.NullMarked;
