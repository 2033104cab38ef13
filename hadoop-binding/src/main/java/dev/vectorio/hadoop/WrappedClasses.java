package dev.vectorio.hadoop;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Which file system stands behind {@link VectorIoFileSystem} for a scheme. */
final class WrappedClasses {
    private static final Map<String, String> SHIPPED = Map.of(
            "s3a", "org.apache.hadoop.fs.s3a.S3AFileSystem",
            "abfs", "org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem",
            "abfss", "org.apache.hadoop.fs.azurebfs.SecureAzureBlobFileSystem",
            "gs", "org.apache.hadoop.fs.gs.GoogleHadoopFileSystem");

    private WrappedClasses() {}

    static String key(String scheme) {
        return "fs.vectorio.wrapped." + scheme + ".impl";
    }

    /**
     * A file system, not set up yet.
     *
     * @throws IOException naming key and value if there is no such class, or it is not one that can be wrapped
     */
    static FileSystem newInstance(String scheme, Configuration conf) throws IOException {
        String key = key(scheme);
        String name = conf.getTrimmed(key, SHIPPED.getOrDefault(scheme, ""));
        if (name.isEmpty()) {
            throw new IOException(
                    key + " is not set: it must name the file system class whose reads vector-io replaces");
        }
        Class<?> found;
        try {
            found = conf.getClassByName(name);
        } catch (ClassNotFoundException e) {
            throw new IOException(key + "=" + name + ": there is no such class on the class path", e);
        }
        if (!FileSystem.class.isAssignableFrom(found) || VectorIoFileSystem.class.isAssignableFrom(found)) {
            throw new IOException(key + "=" + name + ": this is no file system that can be wrapped");
        }
        try {
            // without its configuration: having one would say that it is set up
            return found.asSubclass(FileSystem.class).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IOException(key + "=" + name + ": cannot be created: " + e, e);
        }
    }
}
