/** The backends and their HTTP clients, compared. */
@NullMarked
package dev.vectorio.perf.client;

import org.jspecify.annotations.NullMarked;
