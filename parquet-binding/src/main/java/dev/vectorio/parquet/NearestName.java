package dev.vectorio.parquet;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a misspelt one was meant to be, by edit distance (Levenshtein 1966). */
final class NearestName {
    private NearestName() {}

    static Optional<String> of(String misspelt, Collection<String> names) {
        return names.stream().min(Comparator.comparingInt(name -> distance(misspelt, name)));
    }

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
