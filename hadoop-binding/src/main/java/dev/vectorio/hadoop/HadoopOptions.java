package dev.vectorio.hadoop;

import dev.vectorio.spi.BackendOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * The keys of this module; {@code docs/configuration-hadoop.md} has one row per component.
 *
 * @param client who reads for {@link VectorIoFileSystem}
 * @param footerCacheFiles footers that one file system remembers
 */
record HadoopOptions(Client client, int footerCacheFiles) {
    /** Who sends the requests of {@link VectorIoFileSystem}. */
    enum Client {
        /** This library's client where it understands the connector's keys in full, else the wrapped file system. */
        AUTO,
        /** The wrapped file system. */
        WRAPPED
    }

    static final String PREFIX = "vectorio.hadoop.";

    static final BackendOption CLIENT = BackendOption.open(
            PREFIX,
            "client",
            "`auto`",
            "`auto` or `wrapped`",
            "Who reads for `VectorIoFileSystem`. `auto`: vector-io's own client of the store, if its module is on the class path "
                    + "and the connector's keys are understood in full, else the wrapped class and one WARN; `wrapped`: always "
                    + "the wrapped class. The S3A stream reads through S3A's client in any case.");

    static final BackendOption FOOTER_CACHE_FILES = BackendOption.open(
            PREFIX,
            "footer-cache-files",
            "`256`",
            "a whole number of at least 1",
            "So many Parquet footers one file system remembers, as long as memory is not short: a second stream on the same "
                    + "state of a file does not fetch its footer again, nor the page index that came with it.");

    static final List<BackendOption> ALL = List.of(CLIENT, FOOTER_CACHE_FILES);

    /** Everything that begins with {@code vectorio.}, as users write it. */
    static Map<String, String> propertiesOf(Configuration conf) {
        Map<String, String> properties = new TreeMap<>();
        conf.getPropsWithPrefix("vectorio.").forEach((name, value) -> properties.put("vectorio." + name, value));
        return properties;
    }

    /**
     * Reads the keys that begin with {@code vectorio.hadoop.} and leaves all others alone.
     *
     * @throws IllegalArgumentException naming key and value if one is unknown or malformed
     */
    static HadoopOptions from(Map<String, String> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                ours.put(key, value.strip());
            }
        });
        HadoopOptions options = new HadoopOptions(
                CLIENT.takeOr(ours, HadoopOptions::readClient),
                FOOTER_CACHE_FILES.takeOr(ours, BackendOption::readCount));
        ours.forEach((key, value) -> {
            throw new IllegalArgumentException(key + "=" + value + ": there is no such option");
        });
        return options;
    }

    private static Client readClient(String text) {
        return switch (text) {
            case "auto" -> Client.AUTO;
            case "wrapped" -> Client.WRAPPED;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
