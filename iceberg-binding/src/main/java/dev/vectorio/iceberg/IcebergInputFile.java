package dev.vectorio.iceberg;

import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.FooterCache;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * A file of a table. A length that a manifest recorded is believed until an answer of the store says otherwise, and is
 * asked of nobody. Thread-safe; its streams are not.
 */
final class IcebergInputFile implements InputFile {
    private final ReadRoute route;
    private final String location;
    private final KnownObject object;
    private final FooterCache.Place footer;
    private final AnnouncedFiles announced;
    private final BooleanSupplier exists;
    private volatile OptionalLong length;
    private volatile WeakReference<@Nullable IcebergInputStream> latest = new WeakReference<>(null);

    /**
     * @param location as Iceberg spells it
     * @param recordedLength of a manifest or a caller; may be wrong
     * @param exists asks whether there is such an object
     */
    IcebergInputFile(
            ReadRoute route,
            String location,
            ObjectLocation object,
            OptionalLong recordedLength,
            BooleanSupplier exists) {
        this.route = route;
        this.location = location;
        this.length = recordedLength;
        this.footer = route.footerPlace(object, recordedLength);
        this.exists = exists;
        KnownObject place = KnownObject.at(object);
        this.object = recordedLength.isPresent() ? place.withLengthHint(recordedLength.getAsLong()) : place;
        this.announced = recordedLength.isPresent() ? route.announce(this.object) : AnnouncedFiles.none();
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public boolean exists() {
        return exists.getAsBoolean();
    }

    /**
     * The length in bytes. While a stream is open, the length of what it reads: whoever reads from the end of a file needs
     * that, and it comes with the end. Otherwise the recorded one, without I/O; without a recorded one it comes with the
     * end of the file.
     */
    @Override
    public long getLength() {
        IcebergInputStream open = latest.get();
        try {
            if (open != null && open.isOpen()) {
                length = OptionalLong.of(open.length());
            } else if (length.isEmpty()) {
                try (IcebergInputStream asking = newStream()) {
                    length = OptionalLong.of(asking.length());
                }
            }
            return length.orElseThrow();
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Failed to get the length of %s", object.location());
        }
    }

    /** A stream at position 0. No I/O. */
    @Override
    public IcebergInputStream newStream() {
        ReadRoute.Opened opened = route.open(object, announced, footer);
        IcebergInputStream stream = new IcebergInputStream(toString(), opened, route.metrics());
        latest = new WeakReference<>(stream);
        return stream;
    }

    /** The location, without a signature that it may hold. */
    @Override
    public String toString() {
        return object.location().toString();
    }
}
