package dev.vectorio.perf.planner;

import dev.vectorio.model.Objective;
import dev.vectorio.plan.AdaptivePlanner;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What planners lose against the best fixed limits for each case, found by trying: layouts times stores times requests in
 * flight, on a simulated clock.
 */
public final class RegretTables {
    /** The planner that is judged. */
    public static final String ADAPTIVE = "adaptive";

    /** Requests in flight. */
    private static final int[] CONCURRENCY = {16, 64, 256};

    private final double waste;
    private final int draws;
    private final Map<String, Spread> planners = new LinkedHashMap<>();
    private final Map<String, Spread> parts = new TreeMap<>();
    private final Map<String, Spread> wrong = new LinkedHashMap<>();
    private final Spread byNone = new Spread();
    private final Spread byAll = new Spread();

    /**
     * @param waste the waste ratio for everybody
     * @param draws how often first bytes are drawn
     */
    public RegretTables(double waste, int draws) {
        this.waste = waste;
        this.draws = draws;
    }

    /** The stores of the tables: published figures, S3 a second time behind 100 Gbit/s, none with a ceiling on the rate. */
    public static List<StoreProfile> stores() {
        StoreProfile fast = StoreProfile.s3();
        return List.of(
                StoreProfile.s3(),
                StoreProfile.s3Express(),
                StoreProfile.gcs(),
                StoreProfile.adls(),
                new StoreProfile(
                        "s3 100 Gbit/s",
                        fast.firstByte(),
                        fast.firstByteTail(),
                        fast.connectionBytesPerSecond(),
                        12_500_000_000L,
                        fast.requestsPerSecond(),
                        64,
                        fast.dollarsPerMillionGets(),
                        0));
    }

    /** Adds all shapes of one seed. */
    public void add(long seed) {
        for (Layout.Shape shape : Layout.Shape.values()) {
            Layout layout = Layout.of(shape, seed);
            for (StoreProfile store : stores()) {
                for (int concurrency : CONCURRENCY) {
                    add(
                            layout,
                            store.withConcurrency(concurrency).withRequestsPerSecond(Double.POSITIVE_INFINITY),
                            String.format(
                                    Locale.ROOT,
                                    "%s, %s, %d at once, seed %d",
                                    layout.name(),
                                    store.name(),
                                    concurrency,
                                    seed));
                }
            }
        }
    }

    private void add(Layout layout, StoreProfile truth, String name) {
        Contest contest = new Contest(layout, truth, waste, draws);
        double adaptive = contest.seconds(adaptive(contest, truth));
        add(planners, ADAPTIVE, contest.regret(adaptive), name);
        others(contest, truth)
                .forEach((other, planner) -> add(planners, other, contest.regret(contest.seconds(planner)), name));
        for (String part :
                List.of("layout: " + layout.name(), "store: " + truth.name(), "at once: " + truth.concurrency())) {
            add(parts, part, contest.regret(adaptive), name);
        }
        beliefs(truth)
                .forEach((error, belief) ->
                        add(wrong, error, contest.regret(contest.seconds(adaptive(contest, belief))), name));
        byNone.add(adaptive / contest.seconds(contest.fixed(-1, 8 * Contest.MIB)), name);
        byAll.add(adaptive / contest.seconds(contest.fixed(Contest.EVERYTHING, 8 * Contest.MIB)), name);
    }

    private static void add(Map<String, Spread> table, String row, double value, String name) {
        table.computeIfAbsent(row, key -> new Spread()).add(value, name);
    }

    private static ReadPlanner adaptive(Contest contest, StoreProfile belief) {
        return new AdaptivePlanner(contest.policy(), Contest.MIB, Objective.TIME, belief);
    }

    private static Map<String, ReadPlanner> others(Contest contest, StoreProfile truth) {
        long serial = (long) (truth.firstByte().toNanos() / 1e9 * truth.connectionBytesPerSecond());
        Map<String, ReadPlanner> others = new LinkedHashMap<>();
        others.put("fixed 512 KiB / 8 MiB (default)", contest.fixed(512 * Contest.KIB, 8 * Contest.MIB));
        others.put("fixed 128 KiB / 2 MiB", contest.fixed(128 * Contest.KIB, 2 * Contest.MIB));
        others.put("fixed 256 KiB / 4 MiB", contest.fixed(256 * Contest.KIB, 4 * Contest.MIB));
        others.put("fixed 1 MiB / 8 MiB", contest.fixed(Contest.MIB, 8 * Contest.MIB));
        others.put("fixed 1 MiB / 16 MiB", contest.fixed(Contest.MIB, 16 * Contest.MIB));
        others.put("serial break-even L x b / 16 MiB", contest.fixed(serial, 16 * Contest.MIB));
        others.put("merge all / 8 MiB", contest.fixed(Contest.EVERYTHING, 8 * Contest.MIB));
        others.put("merge none / 8 MiB", contest.fixed(-1, 8 * Contest.MIB));
        return others;
    }

    private static Map<String, StoreProfile> beliefs(StoreProfile truth) {
        Map<String, StoreProfile> beliefs = new LinkedHashMap<>();
        beliefs.put("L x 2", wrong(truth, 2, 1, 1));
        beliefs.put("L / 2", wrong(truth, 0.5, 1, 1));
        beliefs.put("b x 2", wrong(truth, 1, 2, 1));
        beliefs.put("b / 2", wrong(truth, 1, 0.5, 1));
        beliefs.put("B x 2", wrong(truth, 1, 1, 2));
        beliefs.put("B / 2", wrong(truth, 1, 1, 0.5));
        beliefs.put("L x 2, b / 2", wrong(truth, 2, 0.5, 1));
        beliefs.put("L / 2, b x 2", wrong(truth, 0.5, 2, 1));
        return beliefs;
    }

    private static StoreProfile wrong(StoreProfile truth, double firstByte, double connection, double total) {
        return truth.withFirstByte(
                        Duration.ofNanos((long) (truth.firstByte().toNanos() * firstByte)),
                        Duration.ofNanos((long) (truth.firstByteTail().toNanos() * firstByte)))
                .withBandwidth((long) (truth.connectionBytesPerSecond() * connection), (long)
                        (truth.totalBytesPerSecond() * total));
    }

    /** What a planner lost. */
    public Spread of(String planner) {
        return planners.getOrDefault(planner, new Spread());
    }

    /** What the adaptive planner lost with wrong estimates, by the error. */
    public Map<String, Spread> wrong() {
        return Map.copyOf(wrong);
    }

    /** The adaptive planner's time by that of joining nothing. */
    public Spread byNone() {
        return byNone;
    }

    /** The adaptive planner's time by that of joining everything. */
    public Spread byAll() {
        return byAll;
    }

    /** The tables, in Markdown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        String head = "| mean | 90 % | worst | where |\n|---|---|---|---|---|\n";
        text.append("| planner ").append(head);
        planners.forEach((name, spread) -> row(text, name, spread));
        text.append("\n| adaptive, by ").append(head);
        parts.forEach((name, spread) -> row(text, name, spread));
        text.append("\n| adaptive, estimates wrong ").append(head);
        wrong.forEach((name, spread) -> row(text, name, spread));
        text.append("\n| adaptive by ").append(head);
        row(text, "merge none", byNone);
        row(text, "merge all", byAll);
        return text.toString();
    }

    private static void row(StringBuilder text, String name, Spread spread) {
        text.append("| ").append(name).append(" | ").append(spread).append(" |\n");
    }

    /** Prints the tables: {@code [first seed [seeds [draws]]]}. */
    public static void main(String[] args) {
        long first = args.length > 0 ? Long.parseLong(args[0]) : 5_000;
        int seeds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        int draws = args.length > 2 ? Integer.parseInt(args[2]) : 20;
        for (double waste : new double[] {1e6, 1}) {
            RegretTables tables = new RegretTables(waste, draws);
            for (long seed = first; seed < first + seeds; seed++) {
                tables.add(seed);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%n## Waste %s, seeds %d to %d, %d draws each%n%n%s",
                    waste > 1 ? "not bounded" : "at most as much as is useful (the default)",
                    first,
                    first + seeds - 1,
                    draws,
                    tables);
        }
        System.out.println("\n## Objectives, 50 alternate columns\n\n" + Objectives.table(first));
    }
}
