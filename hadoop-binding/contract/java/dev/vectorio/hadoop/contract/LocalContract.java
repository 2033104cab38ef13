package dev.vectorio.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/** vector-io over the raw local file system. */
final class LocalContract extends AbstractBondedFSContract {
    LocalContract(Configuration conf) {
        super(conf);
        addConfResource("contract/vectorio-local.xml");
    }

    @Override
    public String getScheme() {
        return "vlocal";
    }

    @Override
    public Path getTestPath() {
        return new Path(System.getProperty("vectorio.contract.folder", "target/contract"));
    }
}
