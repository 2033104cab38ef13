package dev.vectorio.peers.access;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.parquet.io.InputFile;

/**
 * A {@code FileIO}, read as Iceberg's own Parquet reader reads it: through its adapter to parquet-java, and from Iceberg 1.12
 * on with its rule which files are fetched whole. Both are not public there, so they are looked up by name.
 */
final class IcebergAccess implements Access {
    /** What Iceberg's {@code Parquet.ReadBuilder} of 1.12 fetches whole, at most. */
    private static final long EAGER_BYTES = 1 << 20;

    private final FileIO io;
    private final Method adapter;
    private final Optional<Method> eager;

    IcebergAccess(FileIO io) {
        this.io = io;
        try {
            adapter = Class.forName("org.apache.iceberg.parquet.ParquetIO")
                    .getDeclaredMethod("file", org.apache.iceberg.io.InputFile.class);
            adapter.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not an Iceberg that is known here", e);
        }
        eager = eagerFiles();
    }

    /** One that Iceberg makes from a catalog's properties. */
    static FileIO load(String type, Map<String, String> properties) {
        return CatalogUtil.loadFileIO(type, properties, new Configuration(false));
    }

    /** True if Iceberg's reader fetches small files whole. */
    static boolean isEager() {
        return eagerFiles().isPresent();
    }

    private static Optional<Method> eagerFiles() {
        try {
            return Optional.of(Class.forName("org.apache.iceberg.io.EagerInputFile")
                    .getMethod("of", org.apache.iceberg.io.InputFile.class, long.class));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    @Override
    public InputFile parquet(RemoteFile file) {
        org.apache.iceberg.io.InputFile input = io.newInputFile(file.location(), file.length());
        if (eager.isPresent() && file.length() <= EAGER_BYTES) {
            input = (org.apache.iceberg.io.InputFile) invoke(eager.get(), input, file.length());
        }
        return (InputFile) invoke(adapter, input);
    }

    private static Object invoke(Method method, Object... arguments) {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(method + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public FileIO fileIO() {
        return io;
    }

    @Override
    public void close() {
        io.close();
    }
}
