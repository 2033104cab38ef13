/** Hadoop's own contract suites, on each line of releases. */
@NullMarked
package dev.vectorio.hadoop.contract;

import org.jspecify.annotations.NullMarked;
