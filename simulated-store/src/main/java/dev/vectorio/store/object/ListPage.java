package dev.vectorio.store.object;

import java.util.List;
import java.util.Optional;

/**
 * A page of a listing, in the order of the keys' UTF-8 bytes.
 *
 * @param objects the objects of the page
 * @param commonPrefixes rolled-up prefixes of the page
 * @param next key or prefix after which the next page begins; empty if this was the last
 */
public record ListPage(List<StoredObject> objects, List<String> commonPrefixes, Optional<String> next) {
    public ListPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
