package dev.vectorio.hadoop;

import dev.vectorio.parquet.FileToRead;
import dev.vectorio.parquet.FileToRead.Pattern;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options.OpenFileOptions;

/**
 * What callers of {@code openFile} say.
 *
 * @param length declared length; may be wrong
 * @param pattern what reads to expect
 */
record OpenOptions(OptionalLong length, FileToRead.Pattern pattern) {
    /** The keys that may be mandatory. */
    static final Set<String> STANDARD = Stream.concat(
                    OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS.stream(),
                    Stream.of("fs.option.openfile.footer.cache"))
            .collect(Collectors.toUnmodifiableSet());

    /** Reads the options; what is malformed counts as not given, as Hadoop's contract suites want it. */
    static OpenOptions of(Configuration options) {
        return new OpenOptions(
                lengthOf(options.get(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, "")),
                patternOf(options.get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "")));
    }

    private static OptionalLong lengthOf(String text) {
        try {
            long length = Long.parseLong(text.strip());
            return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The first policy that is known wins. */
    private static Pattern patternOf(String policies) {
        for (String policy : policies.split(",", -1)) {
            switch (policy.strip().toLowerCase(Locale.ROOT)) {
                case "random", "vector", "columnar", "orc", "parquet", "hbase" -> {
                    return Pattern.RANDOM;
                }
                case "sequential", "whole-file", "csv", "json", "avro" -> {
                    return Pattern.SEQUENTIAL;
                }
                case "adaptive", "default", "normal" -> {
                    return Pattern.ADAPTIVE;
                }
                default -> {
                    // unknown: the next one counts
                }
            }
        }
        return Pattern.ADAPTIVE;
    }
}
