package dev.vectorio.iceberg;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.spi.BackendOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys of this module; {@code docs/configuration-iceberg.md} has one row per component.
 *
 * @param delegate class of the {@code FileIO} for everything that is not a read
 * @param lookAheadFiles files in one look-ahead list, at most; 0: no lists
 * @param footerCacheFiles footers that one {@code FileIO} remembers
 * @param core the options of the core, from the same properties
 */
record IcebergOptions(String delegate, int lookAheadFiles, int footerCacheFiles, VectorIoOptions core) {
    static final String PREFIX = "vectorio.iceberg.";

    static final BackendOption DELEGATE = BackendOption.open(
            PREFIX,
            "delegate-io-impl",
            "`org.apache.iceberg.io.ResolvingFileIO`",
            "the name of a class that is a `FileIO`",
            "Writes, deletes and lists, and reads what vector-io does not. The default takes `S3FileIO`, `GCSFileIO`, "
                    + "`ADLSFileIO` or `HadoopFileIO` by the scheme of the location.");

    static final BackendOption LOOK_AHEAD_FILES = BackendOption.open(
            PREFIX,
            "look-ahead-files",
            "`1024`",
            "a whole number, 0 or more",
            "So many files that one thread asks for, with their lengths, before it opens the first of them become one look-ahead "
                    + "list; further ones begin the next list. 0: no lists.");

    static final BackendOption FOOTER_CACHE_FILES = BackendOption.open(
            PREFIX,
            "footer-cache-files",
            "`256`",
            "a whole number of at least 1",
            "So many Parquet footers one `FileIO` remembers, as long as memory is not short: another split of the same file does "
                    + "not fetch its footer again.");

    static final List<BackendOption> ALL = List.of(DELEGATE, LOOK_AHEAD_FILES, FOOTER_CACHE_FILES);

    /** Those properties of a catalog that begin with {@code vectorio.}. */
    static Map<String, String> vectorIoPropertiesOf(Map<String, String> catalog) {
        Map<String, String> ours = new TreeMap<>();
        catalog.forEach((key, value) -> {
            if (key.startsWith("vectorio.")) {
                ours.put(key, value.strip());
            }
        });
        return ours;
    }

    /**
     * Reads the keys of this module and of the core out of a catalog's properties; those of stores are read by their
     * backends.
     *
     * @throws IllegalArgumentException naming key and value if one is unknown or malformed
     */
    static IcebergOptions from(Map<String, String> catalog) {
        Map<String, String> all = vectorIoPropertiesOf(catalog);
        Map<String, String> ours = new TreeMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                ours.put(key, value);
            }
        });
        IcebergOptions options = new IcebergOptions(
                DELEGATE.takeOr(ours, BackendOption::readText),
                LOOK_AHEAD_FILES.takeOr(ours, IcebergOptions::readNumber),
                FOOTER_CACHE_FILES.takeOr(ours, BackendOption::readCount),
                VectorIoOptions.from(all));
        ours.forEach((key, value) -> {
            throw new IllegalArgumentException(key + "=" + value + ": there is no such option");
        });
        return options;
    }

    private static int readNumber(String text) {
        return text.equals("0") ? 0 : BackendOption.readCount(text);
    }
}
