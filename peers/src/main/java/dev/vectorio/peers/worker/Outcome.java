package dev.vectorio.peers.worker;

import dev.vectorio.cli.values.ValueTotals;
import java.util.List;

/**
 * What a worker says of one read.
 *
 * @param millis wall time
 * @param cpuSeconds processor time of the worker
 * @param values what was decoded
 */
public record Outcome(double millis, double cpuSeconds, ValueTotals values) {
    String toLine() {
        return String.join(
                " ",
                String.valueOf(millis),
                String.valueOf(cpuSeconds),
                String.valueOf(values.rows()),
                String.valueOf(values.values()),
                String.valueOf(values.checksum()));
    }

    static Outcome parse(String line) {
        List<String> words = List.of(line.split(" ", -1));
        return new Outcome(
                Double.parseDouble(words.get(0)),
                Double.parseDouble(words.get(1)),
                new ValueTotals(
                        Long.parseLong(words.get(2)), Long.parseLong(words.get(3)), Long.parseLong(words.get(4))));
    }
}
