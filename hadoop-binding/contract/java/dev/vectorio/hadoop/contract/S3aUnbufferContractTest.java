package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractUnbufferTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Giving up what is in memory, on S3A. */
public class S3aUnbufferContractTest extends AbstractContractUnbufferTest {
    /** For the suite's engine. */
    public S3aUnbufferContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new S3aContract(conf);
    }
}
