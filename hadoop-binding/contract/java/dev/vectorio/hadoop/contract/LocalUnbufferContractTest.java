package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractUnbufferTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Giving up what is in memory. */
public class LocalUnbufferContractTest extends AbstractContractUnbufferTest {
    /** For the suite's engine. */
    public LocalUnbufferContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }
}
