package dev.vectorio.hadoop.contract;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractStreamIOStatisticsTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;

/** Statistics of streams. */
public class LocalStreamStatisticsContractTest extends AbstractContractStreamIOStatisticsTest {
    /** For the suite's engine. */
    public LocalStreamStatisticsContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }

    @Override
    public List<String> inputStreamStatisticKeys() {
        return List.of(
                StreamStatisticNames.STREAM_READ_BYTES,
                StreamStatisticNames.STREAM_READ_EXCEPTIONS,
                StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS,
                StreamStatisticNames.STREAM_READ_SKIP_OPERATIONS,
                StreamStatisticNames.STREAM_READ_SKIP_BYTES);
    }

    @Override
    public List<String> outputStreamStatisticKeys() {
        return List.of(StreamStatisticNames.STREAM_WRITE_BYTES, StreamStatisticNames.STREAM_WRITE_EXCEPTIONS);
    }
}
