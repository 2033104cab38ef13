@NullMarked
package dev.vectorio.perf.planner;

import org.jspecify.annotations.NullMarked;
