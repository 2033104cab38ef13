package dev.vectorio.perf.workload;

/** How long reading all values may take. Times are milliseconds. */
public enum DecodeGoal {
    /** No time is judged. */
    NONE("") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return Double.POSITIVE_INFINITY;
        }
    },
    /** One thing after another. */
    FLOOR_AND_LOCAL("1.1 x (floor + local)") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return 1.1 * (floor + local);
        }
    },
    /** A few percent more. */
    FLOOR_AND_LOCAL_FEW_COLUMNS("1.15 x (floor + local)") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return 1.15 * (floor + local);
        }
    },
    /** Three rounds with work between them. */
    FLOOR_AND_LOCAL_PAGES("1.3 x (floor + local)") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return 1.3 * (floor + local);
        }
    },
    /** Decoding one file overlaps fetching the next. */
    OVERLAPPED("1.2 x max(fetch, local)") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return 1.2 * Math.max(fetch, local);
        }
    },
    /** Decoding one row group overlaps fetching the next; the last one has nothing to overlap with. */
    OVERLAPPED_BUT_ONE("1.2 x max(fetch, local) + a row group") {
        @Override
        double limit(double floor, double fetch, double local, int rowGroups) {
            return 1.2 * Math.max(fetch, local) + local / rowGroups;
        }
    };

    private final String text;

    DecodeGoal(String text) {
        this.text = text;
    }

    /** The most that it may take. */
    abstract double limit(double floor, double fetch, double local, int rowGroups);

    @Override
    public String toString() {
        return text;
    }
}
