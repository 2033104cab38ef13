package dev.vectorio.store.gcs;

import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.WriteCondition;
import java.util.Optional;

/**
 * The conditions {@code ifGenerationMatch}, {@code ifGenerationNotMatch} and their likes for metagenerations, whose
 * meaning stands with each method of the API reference: match 0 means that no live object may exist. Metadata cannot be
 * changed here, so every metageneration is 1.
 *
 * @param match generation that must be there
 * @param notMatch generation that must not be there
 * @param metaMatch metageneration that must be there
 * @param metaNotMatch metageneration that must not be there
 */
record Preconditions(
        Optional<Long> match, Optional<Long> notMatch, Optional<Long> metaMatch, Optional<Long> metaNotMatch) {
    private static final long METAGENERATION = 1;

    /** Those of an object that is read, written or deleted. */
    static Preconditions of(GcsTarget target) {
        return of(target, "if");
    }

    /** Those of an object that a copy reads from. */
    static Preconditions ofSource(GcsTarget target) {
        return of(target, "ifSource");
    }

    private static Preconditions of(GcsTarget target, String prefix) {
        return new Preconditions(
                target.number(prefix + "GenerationMatch"),
                target.number(prefix + "GenerationNotMatch"),
                target.number(prefix + "MetagenerationMatch"),
                target.number(prefix + "MetagenerationNotMatch"));
    }

    private static long generation(Optional<StoredObject> object) {
        return object.map(o -> o.identity().generation()).orElse(0L);
    }

    private boolean matches(Optional<StoredObject> object) {
        return match.map(g -> g == generation(object)).orElse(true)
                && metaMatch.map(m -> object.isPresent() && m == METAGENERATION).orElse(true);
    }

    private boolean differs(Optional<StoredObject> object) {
        return notMatch.map(g -> g != generation(object)).orElse(true)
                && metaNotMatch
                        .map(m -> object.isPresent() && m != METAGENERATION)
                        .orElse(true);
    }

    /**
     * Judges a read. A match that fails is 412; a "not match" that fails is 304, as RFC 9110 has it for reads and the
     * service does (github.com/googleapis/google-cloud-cpp pull request 6897).
     */
    void checkRead(StoredObject object) {
        if (!matches(Optional.of(object))) {
            throw GcsRefusal.conditionNotMet();
        }
        if (!differs(Optional.of(object))) {
            throw new GcsRefusal(304, "notModified", "Not Modified");
        }
    }

    /** Judges a change of an object that may not exist. */
    void checkChange(Optional<StoredObject> object) {
        if (!matches(object) || !differs(object)) {
            throw GcsRefusal.conditionNotMet();
        }
    }

    /** The same, judged together with the write. */
    WriteCondition forWrite() {
        return current -> matches(current) && differs(current);
    }
}
