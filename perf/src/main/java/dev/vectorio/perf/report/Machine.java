package dev.vectorio.perf.report;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Where and when something was measured. */
public final class Machine {
    private Machine() {}

    /** Processors, JVM, heap, date, commit and how busy the machine is. */
    public static String describe() {
        return String.format(
                Locale.ROOT,
                "%s, commit %s; %d processors, %s, Java %s, heap %d MiB; load average %.1f.",
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("vectorio.commit", "unknown"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.arch"),
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
