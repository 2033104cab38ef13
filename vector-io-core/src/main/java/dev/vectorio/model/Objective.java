package dev.vectorio.model;

/** What a planner that weighs requests against bytes makes least. */
public enum Objective {
    /** The time until the last byte. */
    TIME,
    /** The price of requests and bytes, as long as that takes hardly longer; where it takes longer, waiting has a price too. */
    COST,
    /** The price of requests and bytes and that of waiting. */
    BALANCED
}
