package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractGetFileStatusTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Status and listings, which are those of the wrapped file system. */
public class LocalFileStatusContractTest extends AbstractContractGetFileStatusTest {
    /** For the suite's engine. */
    public LocalFileStatusContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }
}
