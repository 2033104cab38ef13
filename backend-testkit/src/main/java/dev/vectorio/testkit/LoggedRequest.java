package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import java.util.Optional;

/**
 * One request as an {@link InMemoryBackend} saw it.
 *
 * @param location the object
 * @param range what was asked; nothing for a HEAD
 * @param ifVersion the condition, if one was given
 * @param status 0 until answered, then the HTTP status
 * @param sent bytes of the body that went to the sink so far
 */
public record LoggedRequest(
        ObjectLocation location, Optional<GetRange> range, Optional<ObjectVersion> ifVersion, int status, long sent) {
    /** True for a GET, false for a HEAD. */
    public boolean isGet() {
        return range.isPresent();
    }

    LoggedRequest withStatus(int status) {
        return new LoggedRequest(location, range, ifVersion, status, sent);
    }

    LoggedRequest withSent(long sent) {
        return new LoggedRequest(location, range, ifVersion, status, sent);
    }
}
