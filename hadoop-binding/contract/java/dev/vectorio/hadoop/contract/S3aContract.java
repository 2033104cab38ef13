package dev.vectorio.hadoop.contract;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/** S3A with vector-io's stream, on a simulated store that all tests of the process share. */
final class S3aContract extends AbstractBondedFSContract {
    private static final SimulatedStore STORE = started();

    S3aContract(Configuration conf) {
        super(conf);
        addConfResource("contract/vectorio-s3a.xml");
        getConf().set("fs.s3a.endpoint", STORE.uri().toString());
        getConf().set("fs.s3a.buffer.dir", System.getProperty("vectorio.contract.folder", "target/contract"));
    }

    private static SimulatedStore started() {
        SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
        store.bucket("contract");
        return store;
    }

    @Override
    public String getScheme() {
        return "s3a";
    }
}
