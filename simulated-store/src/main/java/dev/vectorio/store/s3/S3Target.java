package dev.vectorio.store.s3;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.request.PercentDecoding;
import java.util.Map;
import java.util.Optional;

/**
 * What a request's address names. Keys are percent-decoded exactly once and nothing else is done to them: {@code +},
 * {@code //}, {@code .} and {@code ..} stay as they are.
 *
 * @param bucket bucket name; empty for the whole store
 * @param key object key; empty for the bucket
 * @param query decoded parameters; the first wins where a name occurs twice
 * @param wellFormed whether the address is valid percent-encoded UTF-8
 */
record S3Target(String bucket, String key, Map<String, String> query, boolean wellFormed) {

    static S3Target of(RequestHead head, Optional<String> virtualHostSuffix) {
        Optional<String> hostBucket = virtualHostSuffix.flatMap(suffix -> bucketOfHost(head, suffix));
        String path = head.path().substring(1);
        int slash = path.indexOf('/');
        String rawBucket = hostBucket.orElseGet(() -> slash < 0 ? path : path.substring(0, slash));
        String rawKey = hostBucket.isPresent() ? path : slash < 0 ? "" : path.substring(slash + 1);
        Optional<String> bucket = PercentDecoding.decoded(rawBucket);
        Optional<String> key = PercentDecoding.decoded(rawKey);
        return new S3Target(
                bucket.orElse(rawBucket),
                key.orElse(rawKey),
                PercentDecoding.parameters(head.query()),
                bucket.isPresent() && key.isPresent());
    }

    private static Optional<String> bucketOfHost(RequestHead head, String suffix) {
        String host = head.header("Host").orElse("");
        int port = host.lastIndexOf(':');
        String name = port < 0 ? host : host.substring(0, port);
        return name.endsWith("." + suffix)
                ? Optional.of(name.substring(0, name.length() - suffix.length() - 1))
                : Optional.empty();
    }

    /** Whether the parameter is there, with or without a value. */
    boolean has(String parameter) {
        return query.containsKey(parameter);
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** The value of a number parameter. */
    Optional<Integer> number(String name) {
        try {
            return parameter(name).map(Integer::valueOf);
        } catch (NumberFormatException e) {
            throw S3Refusal.invalid("InvalidArgument", "Argument " + name + " must be an integer");
        }
    }
}
