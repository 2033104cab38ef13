package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Vectored reads of S3A, into direct and array buffers. */
public class S3aVectoredReadContractTest extends AbstractContractVectoredReadTest {
    /** For the suite's engine. */
    public S3aVectoredReadContractTest(String bufferType) {
        super(bufferType);
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new S3aContract(conf);
    }
}
