package dev.vectorio.testkit;

import java.util.Optional;

/**
 * One request as the store received it.
 *
 * @param method HTTP method, or {@code GET} and {@code HEAD} for their like in other protocols
 * @param range the range header's value, such as {@code bytes=0-99}
 * @param condition the value that carries the version: {@code If-Match}, a generation match, a version id
 */
public record WireRequest(String method, Optional<String> range, Optional<String> condition) {}
