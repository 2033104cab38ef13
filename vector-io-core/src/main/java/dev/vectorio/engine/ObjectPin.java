package dev.vectorio.engine;

import dev.vectorio.engine.EngineSettings.Answers;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.ResponseHead;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one reader knows of its object, and what every answer is compared with. Thread-safe. */
final class ObjectPin {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectPin.class);

    private static final String ADVICE =
            " (on some stores a change of metadata counts too; version-check=warn reads on if the length is the same)";

    private final KnownObject known;
    private final Answers rules;
    private OptionalLong length;
    private boolean trusted;
    private Optional<ObjectVersion> version;
    private boolean versionGiven; // by a caller, and not by an answer
    private boolean warned;

    ObjectPin(KnownObject known, Answers rules) {
        this.known = known;
        this.rules = rules;
        this.length = known.length();
        this.trusted = known.lengthTrusted();
        this.version = known.version();
        this.versionGiven = version.isPresent();
    }

    synchronized OptionalLong length() {
        return length;
    }

    /** The length, if an answer or a file status gave it. */
    synchronized OptionalLong trustedLength() {
        return trusted ? length : OptionalLong.empty();
    }

    synchronized Optional<ObjectVersion> version() {
        return version;
    }

    /** What the next GET must carry, as far as the store understands it. A version id names its bytes even where changes are
     * only warned of. */
    synchronized Optional<ObjectVersion> condition(BackendCapabilities store) {
        return version.filter(v -> switch (v.kind()) {
            case ETAG, GENERATION -> rules.versionCheck() == VersionCheck.STRICT && store.versionCondition();
            case VERSION_ID -> rules.versionCheck() != VersionCheck.OFF;
            case FINGERPRINT -> false;
        });
    }

    /**
     * Takes what an opener knows beyond what this was made with, unless the two contradict one another. Answers to requests
     * that are under way are then compared with it too.
     *
     * @return false if they do, and nothing was taken
     */
    synchronized boolean learn(KnownObject asked) {
        boolean sameLength =
                asked.length().isEmpty() || length.isEmpty() || asked.length().equals(length);
        if (!sameLength || !agreesOnVersion(asked.version())) {
            return false;
        }
        if (asked.lengthTrusted() && asked.length().equals(length)) {
            trusted = true;
        }
        if (version.isEmpty()) {
            version = asked.version();
            versionGiven = version.isPresent();
        }
        return true;
    }

    /** A request without a condition asks for the newest version, which a version id need not be. */
    private boolean agreesOnVersion(Optional<ObjectVersion> asked) {
        return asked.isEmpty()
                || asked.equals(version)
                || (version.isEmpty() && asked.get().kind() != ObjectVersion.Kind.VERSION_ID);
    }

    /**
     * The store says that an ask begins past the object's end.
     *
     * @param answered the length, if the answer names it
     * @throws ObjectReadException if that contradicts what an answer said before, or a hint that must be right
     */
    synchronized void outOfBounds(GetRange ask, OptionalLong answered) throws ObjectReadException {
        boolean empty = ask instanceof GetRange.Suffix
                || ((GetRange.Bounded) ask).range().offset() == 0;
        if (answered.isPresent() || empty) {
            observeLength(answered.orElse(0)); // no suffix and no first byte is out of bounds, unless there is no byte
        } else if (trusted && ((GetRange.Bounded) ask).range().offset() < length.orElse(0)) {
            throw new ObjectReadException(
                    Kind.OBJECT_CHANGED,
                    "the object changed while it was read: it was " + length.orElse(0)
                            + " bytes long, now it has no byte "
                            + ((GetRange.Bounded) ask).range().offset());
        } else if (!trusted) {
            length = OptionalLong.empty(); // a hint that is wrong, and the store does not tell the truth either
        }
    }

    /** A refusal of the condition by the store, with what the store does not say: the version that was asked for. */
    synchronized ObjectReadException explained(ObjectReadException refusal) {
        if (refusal.kind() != Kind.OBJECT_CHANGED || version.isEmpty()) {
            return refusal;
        }
        String what = refusal.getMessage() + ": began with " + version.get() + ADVICE;
        return new ObjectReadException(refusal.kind(), what, refusal.answer(), refusal);
    }

    /** Compares a head with the pin, or makes the pin from it. */
    synchronized void observe(ResponseHead head, OptionalLong total) throws ObjectReadException {
        Optional<ObjectVersion> seen =
                rules.versionPin() == VersionPin.VERSION_ID && head.versionId().isPresent()
                        ? head.versionId()
                        : head.version();
        if (version.isPresent()) {
            compare(version.get(), head);
        }
        if (total.isPresent()) {
            observeLength(total.getAsLong());
        }
        if (version.isEmpty()) {
            version = seen; // only now: an answer that is refused pins nothing
        }
    }

    private void compare(ObjectVersion pinned, ResponseHead head) throws ObjectReadException {
        if (rules.versionCheck() == VersionCheck.OFF) {
            return;
        }
        Optional<ObjectVersion> same = head.version()
                .filter(v -> v.kind() == pinned.kind())
                .or(() -> head.versionId().filter(v -> v.kind() == pinned.kind()));
        if (same.isEmpty() || same.get().equals(pinned)) {
            return;
        }
        String what = "the object changed while it was read: began with " + pinned + ", now " + same.get();
        if (rules.versionCheck() == VersionCheck.STRICT) {
            throw new ObjectReadException(Kind.OBJECT_CHANGED, what + ADVICE);
        }
        if (!warned) {
            warned = true;
            LOG.warn("{}: {}; reading on, as version-check=warn asks", known.location(), what);
        }
    }

    /** Compares a length that the store gave with the one known, or learns it. */
    synchronized void observeLength(long total) throws ObjectReadException {
        long before = length.orElse(total);
        if (before != total) {
            if (trusted || (versionGiven && rules.versionCheck() == VersionCheck.STRICT)) {
                throw new ObjectReadException(
                        Kind.OBJECT_CHANGED,
                        "the object changed while it was read: it was " + before + " bytes long, now " + total);
            }
            if (rules.lengthMismatch() == LengthMismatch.FAIL) {
                throw new ObjectReadException(
                        Kind.OBJECT_CHANGED, "length hint " + before + ", object " + total + " (length-mismatch=fail)");
            }
            LOG.debug("{}: length hint {}, object {}: adopted", known.location(), before, total);
        }
        length = OptionalLong.of(total);
        trusted = true;
    }
}
