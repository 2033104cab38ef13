package dev.vectorio.hadoop;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import dev.vectorio.testkit.cases.SecretCases;
import dev.vectorio.testkit.cases.SecretProbe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.functional.FutureIO;

/** Keys in Hadoop's configuration, which this library's own clients take over, are in no text. */
class HadoopSecretsTest extends SecretCases {
    private static final String HOST = AzureSettings.EMULATOR_ACCOUNT + ".dfs.core.windows.net";
    private static final String KEY = "cGxhbnRlZCBhY2NvdW50IGtleSBvZiAzMiBieXRlcyEh";
    private static final String OTHER_KEY = "cGxhbnRlZCBrZXkgb2YgYW5vdGhlciBhY2NvdW50IQ==";
    private static final String SIGNATURE = "plantedsignatureofalocation";

    HadoopSecretsTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected Map<String, String> properties(URI endpoint) {
        return Map.of(
                "fs.vectorio.wrapped.abfss.impl",
                MemoryFileSystem.class.getName(),
                "fs.azure.account.key." + HOST,
                KEY,
                "fs.azure.account.key.other.dfs.core.windows.net",
                OTHER_KEY,
                "vectorio.adls.endpoint",
                endpoint.toString());
    }

    @Override
    protected Map<String, String> malformed() {
        return Map.of(
                "fs.azure.account.key." + HOST,
                KEY + "-not-base64",
                "vectorio.adls.acount-key",
                KEY,
                "vectorio.adls.sas-tokens",
                "sv=1&sig=" + SIGNATURE);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", BUCKET + "@" + HOST, key);
    }

    @Override
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        return List.of(location("missing?sv=1&sig=" + SIGNATURE));
    }

    @Override
    protected List<String> secrets() {
        return List.of(KEY, OTHER_KEY, SIGNATURE);
    }

    @Override
    protected Class<?> program() {
        return Program.class;
    }

    /** Reads each object through the file system. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            SecretProbe.run(Path.of(arguments[0]), Program::read);
        }

        private static void read(Map<String, String> properties, ObjectLocation location) throws IOException {
            String root = location.scheme() + "://" + location.authority();
            Configuration conf = new Configuration();
            properties.forEach(conf::set);
            try (VectorIoFileSystem files = new VectorIoFileSystem()) {
                files.initialize(URI.create(root), conf);
                SecretProbe.say(files + " " + files.getUri());
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(URI.create(root + "/" + location.key()));
                FileStatus status = new FileStatus(1_000_000, false, 1, 1, 7, path);
                try (FSDataInputStream in = FutureIO.awaitFuture(
                        files.openFile(path).withFileStatus(status).build())) {
                    SecretProbe.say(in + " " + in.getWrappedStream());
                    in.seek(500_000);
                    SecretProbe.say(in.read() + " " + in.getIOStatistics());
                }
            }
        }
    }
}
