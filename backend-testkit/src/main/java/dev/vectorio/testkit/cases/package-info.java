/** The failures of {@code docs/reliability.md} as JUnit 5 suites that run on any store: extend the one that fits it. */
@NullMarked
package dev.vectorio.testkit.cases;

import org.jspecify.annotations.NullMarked;
