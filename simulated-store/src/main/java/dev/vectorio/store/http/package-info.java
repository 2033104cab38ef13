/** The HTTP server: connections, exchanges, and the one place where body bytes are written. */
@NullMarked
package dev.vectorio.store.http;

import org.jspecify.annotations.NullMarked;
