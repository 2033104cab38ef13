package dev.vectorio.model;

/** What happens when the first answer shows another length than the caller's hint. */
public enum LengthMismatch {
    /** The true length is taken and what is still missing is planned once more. */
    ADOPT,
    /** The read fails and names both lengths. */
    FAIL
}
