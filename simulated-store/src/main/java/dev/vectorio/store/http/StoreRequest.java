package dev.vectorio.store.http;

import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RequestFacts;
import java.util.Optional;

/**
 * A request that has arrived whole.
 *
 * @param sequence its number in the store
 * @param head the head as it came
 * @param facts what the dialect understood
 * @param range the range to serve: that of the facts, unless a fault hides it
 * @param body the body, decoded
 */
public record StoreRequest(
        long sequence, RequestHead head, RequestFacts facts, Optional<RangeSpec> range, ReceivedBody body) {}
