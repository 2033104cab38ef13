package dev.vectorio.spi;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import java.util.Objects;
import java.util.Optional;

/**
 * One ranged GET.
 *
 * @param location the object
 * @param range the bytes, never open-ended
 * @param ifVersion the version that the store must still have ({@code If-Match}, a generation match), or read
 *     ({@code VERSION_ID}); a {@code FINGERPRINT} is never given here
 */
public record GetRequest(ObjectLocation location, GetRange range, Optional<ObjectVersion> ifVersion) {
    /** No component may be null. */
    public GetRequest {
        Objects.requireNonNull(location, "location is null");
        Objects.requireNonNull(range, "range is null");
        Objects.requireNonNull(ifVersion, "ifVersion is null");
    }
}
