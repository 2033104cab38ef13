package dev.vectorio.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Where {@link VectorIoFileSystem} must not stand: it says so when it is set up, and not when a job commits. */
final class Refusals {
    private static final Set<String> NEVER_REPLACED = Set.of("file", "hdfs");

    private static final String FACTORY = "mapreduce.outputcommitter.factory.class";
    private static final String FACTORY_OF_SCHEME = "mapreduce.outputcommitter.factory.scheme.";
    private static final String MANIFEST_STORE = "mapreduce.manifest.committer.store.operations.classname";

    /** Packages whose committers cast the file system to the original class. */
    private static final List<String> NEED_THE_ORIGINAL =
            List.of("org.apache.hadoop.fs.s3a.commit.", "org.apache.hadoop.fs.azurebfs.commit.");

    private Refusals() {}

    /**
     * @throws IOException in one line: what is configured, why it cannot be, what to set instead
     */
    static void check(String scheme, Configuration conf) throws IOException {
        if (NEVER_REPLACED.contains(scheme)) {
            throw new IOException("fs." + scheme + ".impl=" + VectorIoFileSystem.class.getName()
                    + ": vector-io does not replace the file system of " + scheme + "; remove the key");
        }
        for (String key : List.of(FACTORY_OF_SCHEME + scheme, FACTORY, MANIFEST_STORE)) {
            String committer = conf.getTrimmed(key, "");
            if (NEED_THE_ORIGINAL.stream().anyMatch(committer::startsWith) && !isDefault(conf, key)) {
                throw new IOException(key + "=" + committer + " needs the original class of " + scheme + ", which fs."
                        + scheme + ".impl=" + VectorIoFileSystem.class.getName() + " replaces: " + advice(scheme, key));
            }
        }
    }

    // Hadoop's own mapred-default.xml names such committers for s3a and abfs, also for those who never commit anything
    private static boolean isDefault(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources != null && sources.length > 0 && sources[sources.length - 1].endsWith("-default.xml");
    }

    private static String advice(String scheme, String key) {
        return scheme.equals("s3a")
                ? "read through fs.s3a.input.stream.type=custom instead, which keeps the class, or change " + key
                : "change " + key + ", or give up fs." + scheme + ".impl";
    }
}
