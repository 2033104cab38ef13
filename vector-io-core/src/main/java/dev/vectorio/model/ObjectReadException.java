package dev.vectorio.model;

import java.io.IOException;
import java.util.Objects;

/**
 * The one exception of a read. Branch on {@link #kind()}, never on the text; the text names object, range, attempt,
 * the store's answer, bytes received and time, and never a secret.
 */
public final class ObjectReadException extends IOException {
    private static final long serialVersionUID = 1;

    /** What went wrong, in the one sense that a caller can act on. */
    public enum Kind {
        /** The object, bucket or container does not exist. */
        NOT_FOUND,
        /** Credentials are missing, wrong or not allowed to do this. */
        ACCESS_DENIED,
        /** The object is not the version that this reader began with. Never retried. */
        OBJECT_CHANGED,
        /** The range does not lie inside the object. */
        OUT_OF_BOUNDS,
        /** The answer is not what HTTP or the store's interface allows: never taken as data. */
        PROTOCOL,
        /** The store asks for fewer requests (503, 429). */
        THROTTLED,
        /** A fault that may be gone at the next attempt: reset, short body, 5xx. */
        TRANSIENT,
        /** No first byte, no progress, or past the deadline. */
        TIMEOUT,
        /** The caller cancelled or closed, or was interrupted. */
        CANCELLED,
        /** The object or request is of a sort that cannot be read here. */
        UNSUPPORTED,
        /** A fault on this side: an allocator's error, a rejected task. */
        INTERNAL;

        /** True if another attempt may help. */
        public boolean isRetryable() {
            return this == THROTTLED || this == TRANSIENT || this == TIMEOUT;
        }
    }

    private final Kind kind;
    private final int status;
    private final transient StoreAnswer answer;

    /** A failure of which the store said nothing. */
    public ObjectReadException(Kind kind, String message) {
        this(kind, message, StoreAnswer.none());
    }

    /** A failure with the store's answer. */
    public ObjectReadException(Kind kind, String message, StoreAnswer answer) {
        super(message);
        this.kind = Objects.requireNonNull(kind, "kind is null");
        this.answer = answer;
        this.status = answer.status();
    }

    /** A failure with the store's answer and its cause. */
    public ObjectReadException(Kind kind, String message, StoreAnswer answer, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind is null");
        this.answer = answer;
        this.status = answer.status();
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }

    /** The store's own words; only its status survives serialization. */
    @SuppressWarnings("NullAway") // null after deserialization, where the field is transient
    public StoreAnswer answer() {
        return answer == null ? StoreAnswer.ofStatus(status) : answer;
    }
}
