/** The testkit tested: the contract passes for what keeps it, and fails, check by check, for what breaks it. */
@NullMarked
package dev.vectorio.testkit;

import org.jspecify.annotations.NullMarked;
