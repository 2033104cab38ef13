package dev.vectorio.local;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * A file as it was at one moment. Two states are the same if length, time of last change and file key (device and inode,
 * where there is one) are.
 *
 * @param location the file's location
 * @param path the same for the file system
 * @param length bytes
 * @param version a {@code FINGERPRINT}
 */
record LocalFile(ObjectLocation location, Path path, long length, ObjectVersion version) {
    /** Looks at the file. */
    static LocalFile at(ObjectLocation location) throws ObjectReadException {
        Path path = pathOf(location);
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw liesBelowAFile(path) ? failure(Kind.NOT_FOUND, location, e) : failure(location, e);
        }
        if (!attributes.isRegularFile()) { // opening a pipe would wait for a writer
            String what = attributes.isDirectory() ? "is a directory" : "is not a regular file";
            throw new ObjectReadException(Kind.UNSUPPORTED, location + " " + what);
        }
        return new LocalFile(location, path, attributes.size(), fingerprint(attributes));
    }

    private static Path pathOf(ObjectLocation location) throws ObjectReadException {
        try {
            Path path = Path.of(location.key());
            if (location.scheme().equals("file") && path.isAbsolute()) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new ObjectReadException(
                    Kind.UNSUPPORTED, "no file can have this name here: " + location, StoreAnswer.none(), e);
        }
        throw new ObjectReadException(Kind.UNSUPPORTED, "not an absolute path of a local file: " + location);
    }

    private static ObjectVersion fingerprint(BasicFileAttributes attributes) {
        Instant changed = attributes.lastModifiedTime().toInstant();
        return new ObjectVersion(
                ObjectVersion.Kind.FINGERPRINT,
                attributes.size() + ":" + changed.getEpochSecond() + "." + changed.getNano() + ":"
                        + attributes.fileKey());
    }

    /**
     * Looks again.
     *
     * @throws ObjectReadException {@code OBJECT_CHANGED} if the file was replaced, changed or removed since
     */
    void requireUnchanged() throws ObjectReadException {
        LocalFile now;
        try {
            now = at(location);
        } catch (ObjectReadException e) {
            throw new ObjectReadException(
                    Kind.OBJECT_CHANGED, location + " went away while it was read", e.answer(), e);
        }
        if (!now.version.equals(version)) {
            throw new ObjectReadException(
                    Kind.OBJECT_CHANGED,
                    location + " changed while it was read: " + version.token() + ", then " + now.version.token());
        }
    }

    /** What a failure of the file system means. */
    static ObjectReadException failure(ObjectLocation location, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new ObjectReadException(Kind.NOT_FOUND, location + ": there is no such file", StoreAnswer.none(), e);
        }
        if (e instanceof AccessDeniedException) {
            return new ObjectReadException(
                    Kind.ACCESS_DENIED, location + ": the file must not be read", StoreAnswer.none(), e);
        }
        return failure(Kind.TRANSIENT, location, e);
    }

    private static ObjectReadException failure(Kind kind, ObjectLocation location, IOException e) {
        return new ObjectReadException(kind, "cannot read " + location + ": " + e, StoreAnswer.none(), e);
    }

    /** {@code /a/file/b}: the platform says "not a directory", in words of its own. */
    private static boolean liesBelowAFile(Path path) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (Files.isRegularFile(above)) {
                return true;
            }
        }
        return false;
    }
}
