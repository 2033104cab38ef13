package dev.vectorio.hadoop;

import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * A file on the wrapped file system, and what is known of it: by its status, or by a declared length, which may be wrong.
 * Thread-safe.
 */
final class WrappedFile {
    private final FileSystem wrapped;
    private final Path path;
    private final Optional<FileStatus> status;
    private volatile OptionalLong length;

    WrappedFile(FileSystem wrapped, Path path, Optional<FileStatus> status, OptionalLong declaredLength) {
        this.wrapped = wrapped;
        this.path = path;
        this.status = status;
        this.length = status.isPresent() ? OptionalLong.of(status.get().getLen()) : declaredLength;
    }

    String scheme() {
        return wrapped.getUri().getScheme();
    }

    /** The file for the engine, if the wrapped file system reads. */
    KnownObject known() {
        return known(version());
    }

    /** The file for the engine, if this library's own client reads: of the version, only what the store knows too. */
    KnownObject knownToStore() {
        return known(etag().map(tag -> ObjectVersion.etag(tag.startsWith("\"") ? tag : '"' + tag + '"')));
    }

    private KnownObject known(Optional<ObjectVersion> version) {
        KnownObject object = KnownObject.at(locationOf(path));
        if (status.isPresent()) {
            object = object.withLength(status.get().getLen());
        } else if (length.isPresent()) {
            object = object.withLengthHint(length.getAsLong());
        }
        return version.isPresent() ? object.withVersion(version.get()) : object;
    }

    static ObjectLocation locationOf(Path path) {
        java.net.URI uri = path.toUri();
        String authority = uri.getAuthority() == null ? "" : uri.getAuthority();
        String key =
                uri.getScheme().equals("file") ? uri.getPath() : uri.getPath().substring(1);
        return new ObjectLocation(uri.getScheme(), authority, key);
    }

    /** Tells one state of the file from another: its ETag, or length and time of change; nothing without a status. */
    Optional<ObjectVersion> version() {
        Optional<ObjectVersion> tagged = etag().map(ObjectVersion::etag);
        return tagged.isPresent()
                ? tagged
                : status.map(known -> new ObjectVersion(
                        ObjectVersion.Kind.FINGERPRINT, known.getLen() + ":" + known.getModificationTime()));
    }

    private Optional<String> etag() {
        return status.filter(EtagSource.class::isInstance)
                .map(EtagSource.class::cast)
                .flatMap(tagged -> Optional.ofNullable(tagged.getEtag()))
                .filter(tag -> !tag.isEmpty());
    }

    /** The length as far as it is known; asks the file system if nobody has said anything. */
    long length() throws IOException {
        OptionalLong known = length;
        return known.isPresent() ? known.getAsLong() : lengthAgain();
    }

    /** Asks the file system for the length. */
    long lengthAgain() throws IOException {
        long now = wrapped.getFileStatus(path).getLen();
        length = OptionalLong.of(now);
        return now;
    }

    /** A stream of the wrapped file system, for reads at positions. */
    FSDataInputStream open() throws IOException {
        FutureDataInputStreamBuilder builder =
                wrapped.openFile(path).opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "vector, random");
        if (status.isPresent()) {
            builder.withFileStatus(status.get());
        }
        return FutureIO.awaitFuture(builder.build());
    }
}
