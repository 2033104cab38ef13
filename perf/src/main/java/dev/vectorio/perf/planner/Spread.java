package dev.vectorio.perf.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Some ratios: their mean, their nine tenths, their worst, and what the worst belongs to. */
public final class Spread {
    private final List<Double> values = new ArrayList<>();
    private double worst;
    private String where = "";

    /** Takes one in. */
    public void add(double value, String of) {
        values.add(value);
        if (value > worst) {
            worst = value;
            where = of;
        }
    }

    /** The mean. */
    public double mean() {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Nine of ten are at most this. */
    public double ninety() {
        return values.stream()
                .sorted()
                .skip(values.size() * 9L / 10)
                .findFirst()
                .orElse(0.0);
    }

    /** The greatest. */
    public double worst() {
        return worst;
    }

    /** What the greatest belongs to. */
    public String where() {
        return where;
    }

    /** Cells of a table: mean, nine tenths, worst, where. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f | %.3f | %.3f | %s", mean(), ninety(), worst, where);
    }
}
