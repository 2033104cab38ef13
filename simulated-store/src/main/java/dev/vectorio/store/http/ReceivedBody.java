package dev.vectorio.store.http;

import dev.vectorio.store.object.ByteSource;
import java.util.Map;
import java.util.Optional;

/**
 * The body of a request, decoded.
 *
 * @param bytes the content
 * @param md5 MD5 of the content in hexadecimal digits
 * @param trailers what came behind the content, by lower-case name
 * @param defect what is wrong with the encoding, if anything
 */
public record ReceivedBody(ByteSource bytes, String md5, Map<String, String> trailers, Optional<String> defect) {
    public ReceivedBody {
        trailers = Map.copyOf(trailers);
    }
}
