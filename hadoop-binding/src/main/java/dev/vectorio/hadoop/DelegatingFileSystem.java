package dev.vectorio.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Hands everything to another file system, also what {@link FilterFileSystem} answers itself by several calls (recursive
 * listings, globs, summaries, existence), so that the other's own and cheaper way is taken, and the tokens, whose issuer
 * stays the other one.
 */
abstract class DelegatingFileSystem extends FilterFileSystem implements IOStatisticsSource {
    /** The other file system, not set up yet; {@link #initialize} does that. */
    final void wrap(FileSystem wrapped) {
        fs = wrapped;
    }

    final FileSystem wrapped() {
        return fs;
    }

    @Override
    public String getScheme() {
        return fs.getUri().getScheme();
    }

    // ---- listings ----

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) throws IOException {
        return fs.listFiles(path, recursive);
    }

    @Override
    public FileStatus[] globStatus(Path pattern) throws IOException {
        return fs.globStatus(pattern);
    }

    @Override
    public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
        return fs.globStatus(pattern, filter);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return fs.exists(path);
    }

    @Override
    @Deprecated // as there; file systems answer it by fewer requests than by a status
    public boolean isDirectory(Path path) throws IOException {
        return fs.isDirectory(path);
    }

    @Override
    @Deprecated // as there
    public boolean isFile(Path path) throws IOException {
        return fs.isFile(path);
    }

    @Override
    public ContentSummary getContentSummary(Path path) throws IOException {
        return fs.getContentSummary(path);
    }

    @Override
    public QuotaUsage getQuotaUsage(Path path) throws IOException {
        return fs.getQuotaUsage(path);
    }

    @Override
    public void setQuota(Path path, long namespaceQuota, long storagespaceQuota) throws IOException {
        fs.setQuota(path, namespaceQuota, storagespaceQuota);
    }

    @Override
    public void setQuotaByStorageType(Path path, StorageType type, long quota) throws IOException {
        fs.setQuotaByStorageType(path, type, quota);
    }

    // ---- writes ----

    @Override
    @SuppressWarnings("rawtypes") // as there
    public MultipartUploaderBuilder createMultipartUploader(Path basePath) throws IOException {
        return fs.createMultipartUploader(basePath);
    }

    @Override
    public BulkDelete createBulkDelete(Path path) throws IOException {
        return fs.createBulkDelete(path);
    }

    // ---- tokens ----

    @Override
    public @Nullable String getCanonicalServiceName() {
        return fs.getCanonicalServiceName();
    }

    @Override
    public @Nullable Token<?> getDelegationToken(String renewer) throws IOException {
        return fs.getDelegationToken(renewer);
    }

    @Override
    public DelegationTokenIssuer @Nullable [] getAdditionalTokenIssuers() throws IOException {
        return fs.getAdditionalTokenIssuers();
    }

    @Override
    public FileSystem @Nullable [] getChildFileSystems() {
        return fs.getChildFileSystems();
    }

    // ---- statistics ----

    @Override
    public StorageStatistics getStorageStatistics() {
        return fs.getStorageStatistics();
    }

    @Override
    public @Nullable IOStatistics getIOStatistics() {
        return IOStatisticsSupport.retrieveIOStatistics(fs);
    }
}
