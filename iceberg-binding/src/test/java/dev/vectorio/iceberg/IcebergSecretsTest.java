package dev.vectorio.iceberg;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SecretCases;
import dev.vectorio.testkit.cases.SecretProbe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;

/** Keys of a catalog and those that it vends for a prefix are in no text, whatever becomes of the reads. */
class IcebergSecretsTest extends SecretCases {
    private static final String SECRET_KEY = "planted/secret+access0key";
    private static final String SESSION_TOKEN = "planted//session+token==";
    private static final String VENDED_KEY = "planted/vended+access0key";
    private static final String SIGNATURE = "plantedsignature0123456789abcdef";

    IcebergSecretsTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected Map<String, String> properties(URI endpoint) {
        return Map.of(
                "s3.endpoint",
                endpoint.toString(),
                "s3.path-style-access",
                "true",
                "s3.access-key-id",
                "AKIDPLANTED",
                "s3.secret-access-key",
                SECRET_KEY,
                "s3.session-token",
                SESSION_TOKEN,
                "client.region",
                "us-east-1");
    }

    @Override
    protected Map<String, String> malformed() {
        return Map.of(
                "vectorio.s3.secret-acces-key", SECRET_KEY,
                "vectorio.s3.session-tokens", SESSION_TOKEN,
                "vectorio.secret-key", SECRET_KEY);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    @Override
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        return List.of(location("missing?X-Amz-Signature=" + SIGNATURE));
    }

    @Override
    protected List<String> secrets() {
        return List.of(SECRET_KEY, SESSION_TOKEN, VENDED_KEY, SIGNATURE);
    }

    @Override
    protected Class<?> program() {
        return Program.class;
    }

    /** Reads each object once with the catalog's key and once with a vended one. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            SecretProbe.run(Path.of(arguments[0]), Program::read);
        }

        private static void read(Map<String, String> properties, ObjectLocation location) throws IOException {
            String uri = location.scheme() + "://" + location.authority() + "/" + location.key();
            try (VectorIoFileIO io = new VectorIoFileIO()) {
                io.initialize(properties);
                read(io, uri);
                io.setCredentials(List.of(StorageCredential.create(
                        "s3://" + BUCKET,
                        Map.of("s3.access-key-id", "AKIDVENDED", "s3.secret-access-key", VENDED_KEY))));
                read(io, uri);
            }
        }

        private static void read(VectorIoFileIO io, String uri) throws IOException {
            InputFile file = io.newInputFile(uri, 1_000_000);
            SecretProbe.say(file);
            try (SeekableInputStream in = file.newStream()) {
                in.seek(500_000);
                SecretProbe.say(in + " " + in.read());
            } finally {
                SecretProbe.say(file);
            }
        }
    }
}
