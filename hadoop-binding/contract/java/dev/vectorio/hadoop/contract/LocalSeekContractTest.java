package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractSeekTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Positions. */
public class LocalSeekContractTest extends AbstractContractSeekTest {
    /** For the suite's engine. */
    public LocalSeekContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }
}
