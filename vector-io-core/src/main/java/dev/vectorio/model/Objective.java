package dev.vectorio.model;

/** What a planner that weighs requests against bytes makes least. */
public enum Objective {
    /** The time until the last byte. */
    TIME,
    /** The price of requests and bytes. */
    COST,
    /** Both, in equal parts. */
    BALANCED
}
