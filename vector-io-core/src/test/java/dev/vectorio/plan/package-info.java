/** Tests of planning: a brute-force planner, exact tables from public files, limits at both sides, time. */
@NullMarked
package dev.vectorio.plan;

import org.jspecify.annotations.NullMarked;
