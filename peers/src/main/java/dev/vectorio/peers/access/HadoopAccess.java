package dev.vectorio.peers.access;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;

/** A Hadoop file system; a task knows the status of each file from the listing that planned it. */
final class HadoopAccess implements Access {
    private final Configuration conf;
    private final String scheme;
    private final Map<String, FileStatus> statuses = new ConcurrentHashMap<>();

    /**
     * @param scheme of the file system, such as {@code s3a}
     * @param keys of the configuration
     */
    HadoopAccess(String scheme, Map<String, String> keys) {
        this.scheme = scheme;
        conf = new Configuration();
        keys.forEach(conf::set);
    }

    private Path path(RemoteFile file) {
        return new Path(scheme + "://" + file.object().authority() + "/" + file.key());
    }

    @Override
    public void prepare(List<RemoteFile> files) throws IOException {
        statuses.clear();
        FileSystem fileSystem = path(files.get(0)).getFileSystem(conf);
        for (RemoteFile file : files) {
            statuses.put(file.key(), fileSystem.getFileStatus(path(file)));
        }
    }

    @Override
    public InputFile parquet(RemoteFile file) throws IOException {
        FileStatus status = statuses.get(file.key());
        return status == null ? HadoopInputFile.fromPath(path(file), conf) : HadoopInputFile.fromStatus(status, conf);
    }

    @Override
    public void close() throws IOException {
        FileSystem.closeAll();
    }
}
