/** One record per request. */
@NullMarked
package dev.vectorio.store.log;

import org.jspecify.annotations.NullMarked;
