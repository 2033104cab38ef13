package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractOpenTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Opening on S3A. */
public class S3aOpenContractTest extends AbstractContractOpenTest {
    /** For the suite's engine. */
    public S3aOpenContractTest() {}

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new S3aContract(conf);
    }

    // as S3A says of all its files
    @Override
    protected boolean areZeroByteFilesEncrypted() {
        return true;
    }
}
