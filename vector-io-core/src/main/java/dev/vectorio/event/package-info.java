/** What happened, as values: for listeners of the caller's own and for Java Flight Recorder. */
@NullMarked
package dev.vectorio.event;

import org.jspecify.annotations.NullMarked;
