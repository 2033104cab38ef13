package dev.vectorio.testkit;

import java.util.HashSet;
import java.util.Set;

/**
 * What the contract may ask of a store and its test setup: declared by the backend's author, never guessed.
 *
 * @param offered the features that are there
 * @param impossibleKeys those of {@link KeyChecks#ODD_KEYS} that the store cannot hold as objects of their own
 */
public record ContractFeatures(Set<StoreFeature> offered, Set<String> impossibleKeys) {
    /** The sets are copied. */
    public ContractFeatures {
        offered = Set.copyOf(offered);
        impossibleKeys = Set.copyOf(impossibleKeys);
    }

    /** The given features; every odd key is possible. */
    public static ContractFeatures of(StoreFeature... offered) {
        return new ContractFeatures(Set.of(offered), Set.of());
    }

    /** With more features. */
    public ContractFeatures with(StoreFeature... more) {
        Set<StoreFeature> all = new HashSet<>(offered);
        all.addAll(Set.of(more));
        return new ContractFeatures(all, impossibleKeys);
    }

    /** With fewer features. */
    public ContractFeatures without(StoreFeature... fewer) {
        Set<StoreFeature> left = new HashSet<>(offered);
        left.removeAll(Set.of(fewer));
        return new ContractFeatures(left, impossibleKeys);
    }

    /** With keys that the store cannot hold. */
    public ContractFeatures withImpossibleKeys(String... keys) {
        return new ContractFeatures(offered, Set.of(keys));
    }

    /** True if the feature is offered. */
    public boolean has(StoreFeature feature) {
        return offered.contains(feature);
    }
}
