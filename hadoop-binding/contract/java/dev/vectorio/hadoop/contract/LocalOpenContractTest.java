package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractOpenTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Opening. */
public class LocalOpenContractTest extends AbstractContractOpenTest {
    /** For the suite's engine. */
    public LocalOpenContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }
}
