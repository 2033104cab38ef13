/** What was measured, judged and written down. */
@NullMarked
package dev.vectorio.perf.report;

import org.jspecify.annotations.NullMarked;
