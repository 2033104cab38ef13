package dev.vectorio.store.object;

/**
 * A page of a listing.
 *
 * @param prefix keys begin with it; may be empty
 * @param delimiter rolls keys up to common prefixes; empty for none
 * @param after list only what sorts after this key or common prefix; empty for the beginning
 * @param maxEntries most keys and common prefixes together
 */
public record ListQuery(String prefix, String delimiter, String after, int maxEntries) {}
