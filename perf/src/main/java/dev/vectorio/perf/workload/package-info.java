/** What is read in the measurements and in the tests of counts: files, selections, goals. */
@NullMarked
package dev.vectorio.perf.workload;

import org.jspecify.annotations.NullMarked;
