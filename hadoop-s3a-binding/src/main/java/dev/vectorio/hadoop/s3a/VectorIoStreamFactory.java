package dev.vectorio.hadoop.s3a;

import dev.vectorio.hadoop.StreamOpener;
import dev.vectorio.hadoop.StreamReads;
import dev.vectorio.hadoop.VectoredLimits;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.S3AEncryptionMethods;
import org.apache.hadoop.fs.s3a.VectoredIOContext;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ClassicObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.FactoryBindingParameters;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives S3A this library's stream: {@code fs.s3a.input.stream.type=custom} and
 * {@code fs.s3a.input.stream.custom.factory=dev.vectorio.hadoop.s3a.VectorIoStreamFactory}. The file system stays
 * S3AFileSystem with its client, credentials, encryption and committers; requests are its own, only which ones are sent is
 * decided here. Needs Hadoop 3.4.2 or later.
 *
 * <p>Objects that are decrypted on this side, and everything where {@code vectorio.enabled} is false, are read by S3A's
 * classic stream.
 */
public class VectorIoStreamFactory extends AbstractObjectInputStreamFactory {
    private static final Logger LOG = LoggerFactory.getLogger(VectorIoStreamFactory.class);

    private final ClassicObjectInputStreamFactory classic = new ClassicObjectInputStreamFactory();
    private @Nullable StreamOpener opener;
    private boolean warned;

    /** Created by S3A. */
    public VectorIoStreamFactory() {
        super("VectorIoStreamFactory");
    }

    /**
     * @throws IllegalArgumentException naming key and value if a {@code vectorio.} key is unknown or malformed
     */
    @Override
    protected void serviceInit(Configuration conf) throws Exception {
        super.serviceInit(conf);
        classic.init(conf);
        opener = StreamOpener.of(conf);
    }

    @Override
    public void bind(FactoryBindingParameters parameters) throws IOException {
        super.bind(parameters);
        classic.bind(parameters);
    }

    @Override
    protected void serviceStart() throws Exception {
        super.serviceStart();
        classic.start();
    }

    @Override
    protected void serviceStop() throws Exception {
        StreamOpener mine = opener;
        if (mine != null) {
            mine.close();
        }
        classic.stop();
        super.serviceStop();
    }

    private StreamOpener opener() {
        if (opener == null) {
            throw new IllegalStateException("the factory was not initialized");
        }
        return opener;
    }

    /** A stream; no I/O. */
    @Override
    public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        StreamOpener streams = opener();
        if (!streams.options().enabled() || isEncryptedHere(parameters)) {
            return classic.readObject(parameters);
        }
        StreamReads reads = streams.open(S3aObject.of(parameters).opening());
        return new VectorIoObjectInputStream(parameters, reads);
    }

    private boolean isEncryptedHere(ObjectReadParameters parameters) {
        S3AEncryptionMethods method = parameters.getObjectAttributes().getServerSideEncryptionAlgorithm();
        boolean clientSide = method != null && method.name().startsWith("CSE");
        if (clientSide && !warned) {
            warned = true;
            LOG.warn(
                    "client-side encryption ({}) is on: {} and other objects are read by S3A's classic stream",
                    method,
                    parameters.getObjectAttributes().getPath());
        }
        return clientSide;
    }

    @Override
    public InputStreamType streamType() {
        return InputStreamType.Custom;
    }

    /** No threads of S3A's pool: requests run on the engine's own. */
    @Override
    public StreamFactoryRequirements factoryRequirements() {
        VectoredLimits limits = VectoredLimits.of(opener().options());
        return new StreamFactoryRequirements(
                0,
                0,
                new VectoredIOContext()
                        .setMinSeekForVectoredReads(limits.minSeek())
                        .setMaxReadSizeForVectoredReads(limits.maxRead()));
    }

    @Override
    public boolean hasCapability(String capability) {
        return StreamReads.hasCapability(capability) || super.hasCapability(capability);
    }
}
