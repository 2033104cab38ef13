package dev.vectorio.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/** Finds what a misspelt name was meant to be, by edit distance (Levenshtein 1966). */
public final class NearestName {
    private NearestName() {}

    /** The candidate whose name differs from {@code misspelt} by the fewest letters; the first of several. */
    public static <T> Optional<T> of(String misspelt, Collection<T> candidates, Function<T, String> name) {
        return candidates.stream().min(Comparator.comparingInt(candidate -> distance(misspelt, name.apply(candidate))));
    }

    /** Insertions, deletions and replacements that turn one word into the other. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
