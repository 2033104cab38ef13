package dev.vectorio.perf.report;

import dev.vectorio.VectorIoStats;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.store.StoreLog;

/**
 * One read.
 *
 * @param millis wall time
 * @param cpuSeconds processor time of this process
 * @param log what the store saw
 * @param stats what the library counted
 * @param values what was decoded; nothing for raw ranges
 */
public record Sample(double millis, double cpuSeconds, StoreLog log, VectorIoStats stats, ValueTotals values) {}
