/** From wanted ranges to requests: pure, without I/O, clock or memory of earlier calls. */
@NullMarked
package dev.vectorio.plan;

import org.jspecify.annotations.NullMarked;
