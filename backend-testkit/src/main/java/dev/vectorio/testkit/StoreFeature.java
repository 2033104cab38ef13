package dev.vectorio.testkit;

/**
 * What a store, or its test setup, offers beyond the required hooks of {@link ContractFixture}. Each names the hook that
 * must be filled in with it; checks that need a feature which is not declared are skipped by name.
 */
public enum StoreFeature {
    /** A bucket or container that does not exist can be named: {@link ContractFixture#missingContainer}. */
    MISSING_CONTAINER,
    /** A refused GET tells whether the container or the object is missing. */
    MISSING_NAMED,
    /** An object that may not be read: {@link ContractFixture#deniedObject}. */
    DENIED_OBJECT,
    /** Failures carry an HTTP status in their answer. */
    STATUS_IN_ERRORS,
    /** Failures carry the store's error code in their answer. */
    CODE_IN_ERRORS,
    /** Heads and failures carry the store's request id. */
    REQUEST_ID,
    /** Ranges that begin behind the end of an object are refused; some emulators answer 206 without a byte. */
    RANGE_BEHIND_END_REFUSED,
    /** {@code OUT_OF_BOUNDS} carries the object's length in its answer. */
    LENGTH_WHEN_OUT_OF_BOUNDS,
    /** Heads carry a version id, and a replaced object stays readable under it. */
    VERSION_IDS,
    /** Encoded objects arrive as the bytes that were stored: {@link ContractFixture#putEncoded}. */
    ENCODED_DELIVERED_AS_STORED,
    /** Encoded objects fail as UNSUPPORTED before any byte: {@link ContractFixture#putEncoded}. */
    ENCODED_REFUSED,
    /** What goes over the wire is known: {@link ContractFixture#wireRequests}. */
    WIRE_LOG,
    /** Answers can be held: {@link ContractFixture#stall} and {@link ContractFixture#unstall}. */
    STALL,
    /** The next answer can be a 503 or 429: {@link ContractFixture#throttleNext}. */
    THROTTLE,
    /** The next answer can have any status: {@link ContractFixture#answerNext}. */
    ANY_STATUS,
    /** The next body can be cut: {@link ContractFixture#cutNext}. */
    CUT,
    /** The next answer can ignore the range: {@link ContractFixture#ignoreRangeNext}. */
    IGNORE_RANGE,
    /** The next body can come without its length in the head: {@link ContractFixture#hideLengthNext}. */
    HIDE_LENGTH,
    /** Connections in use can be counted: {@link ContractFixture#leasedConnections}. */
    LEASED_CONNECTIONS,
    /** The backend can be built on a client of the caller's: {@link ContractFixture#openOnSuppliedClient}. */
    SUPPLIED_CLIENT
}
