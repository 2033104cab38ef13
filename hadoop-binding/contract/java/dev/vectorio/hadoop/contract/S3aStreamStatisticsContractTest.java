package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractStreamIOStatisticsTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Statistics of S3A's streams. */
public class S3aStreamStatisticsContractTest extends AbstractContractStreamIOStatisticsTest {
    /** For the suite's engine. */
    public S3aStreamStatisticsContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new S3aContract(conf);
    }
}
