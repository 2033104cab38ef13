package dev.vectorio.spark;

import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/** Adds up what Spark itself measures as "scan time": how long tasks waited for the next batch of a file scan. */
final class TaskTimes extends SparkListener {
    private static final String SCAN_TIME = "scan time";

    private final LongAdder scanMillis = new LongAdder();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        for (AccumulableInfo value : CollectionConverters.asJava(end.taskInfo().accumulables())) {
            if (value.name().contains(SCAN_TIME) && value.update().isDefined()) {
                scanMillis.add(((Number) value.update().get()).longValue());
            }
        }
    }

    /** The sum since it was last asked for. */
    long takeScanMillis() {
        return scanMillis.sumThenReset();
    }
}
