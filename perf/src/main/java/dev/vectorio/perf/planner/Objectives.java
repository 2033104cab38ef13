package dev.vectorio.perf.planner;

import dev.vectorio.model.Objective;
import dev.vectorio.plan.AdaptivePlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.StoreProfile;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What each objective makes of every other of 100 columns in 8 row groups, where requests and bytes have other prices. */
public final class Objectives {
    private static final int DRAWS = 20;

    private Objectives() {}

    /** Stores with their prices; the request rate of one prefix is the ceiling. */
    public static Map<String, StoreProfile> stores() {
        Map<String, StoreProfile> stores = new LinkedHashMap<>();
        stores.put("s3 in its region", StoreProfile.s3());
        stores.put("s3 in its region, 1,000 GETs a second", StoreProfile.s3().withRequestsPerSecond(1_000));
        stores.put("s3-express", StoreProfile.s3Express());
        stores.put("s3, $0.05 a GB", StoreProfile.s3().withPrices(0.40, 0.05));
        stores.put("gcs", StoreProfile.gcs());
        return stores;
    }

    /**
     * What came of one plan.
     *
     * @param seconds mean of some draws
     */
    public record Result(int requests, double amplification, double seconds, double dollars) {}

    /** Plans and runs one. */
    public static Result run(long seed, StoreProfile store, Objective objective) {
        Layout layout = Layout.of(Layout.Shape.ALTERNATE, seed);
        AdaptivePlanner planner =
                new AdaptivePlanner(CoalescingPolicy.defaults().withWholeObjectBytes(0), Contest.MIB, objective, store);
        ReadPlan plan = planner.plan(layout.ranges(), PlanContext.unknown());
        double seconds = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            seconds += new FluidStore(store, draw).seconds(plan.requestBytes()) / DRAWS;
        }
        int requests = plan.requests().size();
        return new Result(requests, plan.amplification(), seconds, store.dollars(requests, plan.fetchedBytes()));
    }

    /** The table, in Markdown. */
    static String table(long seed) {
        StringBuilder text = new StringBuilder(
                "| store | objective | GETs | fetched/need | ms | $ per million |\n|---|---|---|---|---|---|\n");
        stores().forEach((name, store) -> {
            for (Objective objective : Objective.values()) {
                Result result = run(seed, store, objective);
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %d | %.3f | %.0f | %.0f |%n",
                        name,
                        objective.name().toLowerCase(Locale.ROOT),
                        result.requests(),
                        result.amplification(),
                        result.seconds() * 1e3,
                        result.dollars() * 1e6));
            }
        });
        return text.toString();
    }
}
