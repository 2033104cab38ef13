package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractSeekTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Positions in S3A's streams. */
public class S3aSeekContractTest extends AbstractContractSeekTest {
    /** For the suite's engine. */
    public S3aSeekContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new S3aContract(conf);
    }
}
