/** The cases in memory and on local files, and those that are about the engine alone. */
@NullMarked
package dev.vectorio.testkit.cases;

import org.jspecify.annotations.NullMarked;
