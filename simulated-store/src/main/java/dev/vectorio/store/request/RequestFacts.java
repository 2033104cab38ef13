package dev.vectorio.store.request;

import java.util.Map;
import java.util.Optional;

/**
 * What a request asks for, as its dialect understood it. Holds no signature and no secret. More components than a
 * parameter list should have: it is the row that log and fault script share.
 *
 * @param method HTTP method
 * @param operation what the request does
 * @param bucket bucket name; empty for requests about the whole store
 * @param key key, percent-decoded once; empty for requests about a bucket
 * @param query raw query string without signatures and tokens; empty if there is none
 * @param rangeHeader the {@code Range} header as it came
 * @param range the same, parsed; empty also if the header is one that servers ignore
 * @param preconditions the conditional headers, by lower-case name
 * @param userAgent the {@code User-Agent} header; empty if there is none
 * @param accessKeyId who signed the request; empty for anonymous requests
 */
public record RequestFacts(
        String method,
        Operation operation,
        String bucket,
        String key,
        String query,
        Optional<String> rangeHeader,
        Optional<RangeSpec> range,
        Map<String, String> preconditions,
        String userAgent,
        String accessKeyId) {
    public RequestFacts {
        preconditions = Map.copyOf(preconditions);
    }
}
