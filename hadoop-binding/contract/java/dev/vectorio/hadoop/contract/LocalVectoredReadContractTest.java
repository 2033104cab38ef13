package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Vectored reads, into direct and array buffers. */
public class LocalVectoredReadContractTest extends AbstractContractVectoredReadTest {
    /** For the suite's engine. */
    public LocalVectoredReadContractTest(String bufferType) {
        super(bufferType);
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalContract(conf);
    }
}
