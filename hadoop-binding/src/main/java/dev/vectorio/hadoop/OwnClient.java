package dev.vectorio.hadoop;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What the keys that users have set for a connector mean for this library's own client of the same store. Nothing is
 * guessed: what is not understood in full is refused, and the wrapped file system then reads, with its own identity.
 *
 * @param properties {@code vectorio.} keys; secrets included, never printed
 * @param refused why this library's client cannot be used, in words; nothing if it can
 */
record OwnClient(Map<String, String> properties, Optional<String> refused) {
    OwnClient {
        properties = Map.copyOf(properties);
    }

    /** Names no value. */
    @Override
    public String toString() {
        return "OwnClient[" + properties.keySet() + ", refused=" + refused + "]";
    }

    /** Some key is not understood. */
    static final class NotUnderstood extends Exception {
        private static final long serialVersionUID = 1;

        NotUnderstood(String reason) {
            super(reason);
        }
    }

    /** Translates the keys of one connector. */
    interface Translation {
        /** Adds the properties for the file system. */
        void translate(URI fileSystem, Configuration conf, Map<String, String> properties)
                throws NotUnderstood, IOException;
    }

    /** The client for a file system's scheme. */
    static OwnClient of(URI fileSystem, Configuration conf) throws IOException {
        Translation translation = switch (fileSystem.getScheme()) {
            case "s3a" -> new S3aKeys();
            case "abfs", "abfss" -> new AbfsKeys();
            case "gs" -> new GsKeys();
            default ->
                (uri, keys, properties) -> {
                    throw new NotUnderstood("no keys are known for " + uri.getScheme());
                };
        };
        Map<String, String> properties = new TreeMap<>();
        try {
            translation.translate(fileSystem, conf, properties);
            return new OwnClient(properties, Optional.empty());
        } catch (NotUnderstood e) {
            return new OwnClient(Map.of(), Optional.of(String.valueOf(e.getMessage())));
        }
    }
}
