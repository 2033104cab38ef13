package dev.vectorio.engine;

/**
 * How many GETs a bucket or container gets at once, at one moment.
 *
 * @param name scheme and bucket or container
 * @param limit most GETs in flight now
 * @param inFlight GETs in flight
 * @param cuts how often the limit was lowered
 * @param throttled answers that asked for fewer requests
 */
public record EndpointState(String name, int limit, int inFlight, long cuts, long throttled) {}
