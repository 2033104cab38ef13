package dev.vectorio.spi;

import dev.vectorio.model.ObjectVersion;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The head of a successful answer (2xx), as it came: core compares it with what was asked.
 *
 * @param status HTTP status, 206 or 200; a store without HTTP says 206 and fills {@code contentRange}
 * @param contentLength bytes of the body that the store promises
 * @param contentRange the {@code Content-Range} header, if there was a well-formed one
 * @param version ETag, generation or fingerprint of the object
 * @param versionId version id, where the bucket keeps versions
 * @param requestId what the store calls this request
 */
public record ResponseHead(
        int status,
        OptionalLong contentLength,
        Optional<ContentRange> contentRange,
        Optional<ObjectVersion> version,
        Optional<ObjectVersion> versionId,
        Optional<String> requestId) {}
