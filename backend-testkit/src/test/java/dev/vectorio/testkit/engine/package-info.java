/** The engine of core against the fakes of this module. */
@NullMarked
package dev.vectorio.testkit.engine;

import org.jspecify.annotations.NullMarked;
