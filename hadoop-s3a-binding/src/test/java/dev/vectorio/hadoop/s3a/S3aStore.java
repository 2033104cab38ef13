package dev.vectorio.hadoop.s3a;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.S3AFileSystem;

/** A simulated store and S3A file systems on it. */
final class S3aStore implements AutoCloseable {
    static final String BUCKET = "lake";

    final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());

    S3aStore() {
        store.bucket(BUCKET);
    }

    /** Pseudo-random bytes that are the same for the same length. */
    static byte[] content(int length) {
        byte[] bytes = new byte[length];
        new java.util.Random(length).nextBytes(bytes);
        return bytes;
    }

    static Path path(String key) {
        return new Path("s3a://" + BUCKET + "/" + key);
    }

    /** A file system of its own with this library's stream. */
    FileSystem vectorIo(Map<String, String> properties) throws IOException {
        Configuration conf = configuration();
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", VectorIoStreamFactory.class.getName());
        properties.forEach(conf::set);
        return open(conf);
    }

    /** A file system of its own with S3A's classic stream. */
    FileSystem classic() throws IOException {
        Configuration conf = configuration();
        conf.set("fs.s3a.input.stream.type", "classic");
        return open(conf);
    }

    private static FileSystem open(Configuration conf) throws IOException {
        S3AFileSystem fileSystem = new S3AFileSystem();
        try {
            fileSystem.initialize(URI.create("s3a://" + BUCKET), conf);
        } catch (IOException | RuntimeException e) {
            fileSystem.close();
            throw e;
        }
        return fileSystem;
    }

    Configuration configuration() {
        Configuration conf = new Configuration();
        conf.set("fs.s3a.endpoint", store.uri().toString());
        conf.set("fs.s3a.endpoint.region", "us-east-1");
        conf.set("fs.s3a.path.style.access", "true");
        conf.set("fs.s3a.connection.ssl.enabled", "false");
        conf.set("fs.s3a.access.key", "key");
        conf.set("fs.s3a.secret.key", "secret");
        conf.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        conf.set("fs.s3a.buffer.dir", System.getProperty("java.io.tmpdir"));
        return conf;
    }

    @Override
    public void close() {
        store.close();
    }
}
