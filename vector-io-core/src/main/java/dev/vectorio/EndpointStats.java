package dev.vectorio;

import dev.vectorio.engine.EndpointState;
import dev.vectorio.plan.StoreEstimate;

/**
 * How a bucket or container is treated, at one moment. The limit is halved when the store asks for fewer requests (503, 429),
 * and raised by about four for each round trip of successes.
 *
 * @param endpoint scheme and bucket or container, such as {@code s3://lake}
 * @param requestLimit most GETs in flight now; {@code max-concurrent-requests} if the store is content
 * @param requestsInFlight GETs in flight
 * @param limitCuts how often the limit was lowered so far
 * @param throttled answers so far that asked for fewer requests
 * @param seen times to first byte and bandwidths of the last five minutes, by which the adaptive planner goes
 */
public record EndpointStats(
        String endpoint, int requestLimit, int requestsInFlight, long limitCuts, long throttled, StoreEstimate seen) {
    static EndpointStats of(EndpointState state, StoreEstimate seen) {
        return new EndpointStats(state.name(), state.limit(), state.inFlight(), state.cuts(), state.throttled(), seen);
    }
}
