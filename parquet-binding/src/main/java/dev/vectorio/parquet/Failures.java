package dev.vectorio.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns whatever went wrong after I/O began into an {@link IOException}. parquet-java answers an
 * {@link IllegalArgumentException} or {@link UnsupportedOperationException} by reading everything again into buffers that
 * hold half of it already (GH-3719), so neither may leave a stream then.
 */
final class Failures {
    private static final int MOST_CLAUSES = 4;
    private static final String ENDS_EARLY = "it ends early";

    /** What stands in messages of parquet-java and what it uses, and what is left of it; in this order. */
    private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();

    static {
        words("(?s)\\s*,?\\s*Struct:.*", "");
        words("\\bcan not read class [\\w.$]+", "");
        words("(?:\\b[a-z]\\w*\\.)+[A-Z][\\w$]*(?:Exception|Error)\\b:?", "");
        words("(?:\\b[a-z]\\w*\\.)+([A-Z][\\w$]*)(?:@[0-9a-f]{1,8}\\b)?", "$1");
        words("(?:\\w+ )?Socket is closed by peer\\.?", ENDS_EARLY);
        words("[Rr]equired field '(\\w+)' was not (?:found in serialized data|present)!?", "the field '$1' is missing");
        words("(?s)Can't read value in column .* at value (\\d+) out of (\\d+), .*", "value $1 of $2 cannot be read");
        words("(?s)could not read (?:page|levels) .*? (?:in|for) col .*", "a page cannot be decoded");
        words("(?s)could not decode the dictionary for .*", "the dictionary cannot be decoded");
        words("(?s)(\\S+) not found in message .*", "the column '$1' is not in the schema");
        words("[Cc]ould not decompress (?:dictionary )?page", "");
        words("\\s+", " ");
        words("^[:\\s]+|[:\\s]+$", "");
    }

    private static void words(String pattern, String instead) {
        WORDS.put(Pattern.compile(pattern), instead);
    }

    private Failures() {}

    /**
     * What went wrong in one line, for somebody who knows the format and not the classes: what parquet-java says, its causes
     * behind it, each once. What Java itself says of a damaged number or a missing field becomes words; Thrift structs,
     * names of classes and addresses of objects are left out.
     */
    static String words(Throwable failure) {
        List<String> said = new ArrayList<>();
        Throwable next = failure;
        while (next != null && said.size() < MOST_CLAUSES) {
            String clause = clause(next);
            if (said.stream().noneMatch(before -> before.contains(clause))) {
                said.removeIf(clause::contains);
                said.add(clause);
            }
            next = next.getCause();
        }
        said.remove("");
        return said.isEmpty() ? "it cannot be decoded" : String.join(": ", said);
    }

    private static String clause(Throwable failure) {
        if (failure instanceof NullPointerException || failure instanceof NoSuchElementException) {
            return "something that must be there is missing";
        }
        if (failure instanceof IndexOutOfBoundsException || failure instanceof NegativeArraySizeException) {
            return "a length or position in it is outside of what is there";
        }
        if (failure instanceof ClassCastException || failure instanceof ArrayStoreException) {
            return "something in it is of another type than its place says";
        }
        if (failure instanceof ArithmeticException || failure instanceof NumberFormatException) {
            return "a number in it cannot be what it says";
        }
        if (failure instanceof EOFException || failure instanceof BufferUnderflowException) {
            return ENDS_EARLY;
        }
        return failure.getMessage() == null ? "" : clause(failure.getMessage(), failure.getCause());
    }

    private static String clause(String message, @Nullable Throwable cause) {
        String own = message;
        if (cause != null && cause.getMessage() != null && !cause.getMessage().isBlank()) {
            own = own.replace(cause.getMessage(), "");
        }
        for (Map.Entry<Pattern, String> phrase : WORDS.entrySet()) {
            own = phrase.getKey().matcher(own).replaceAll(phrase.getValue());
        }
        return own.strip();
    }

    static IOException asIoException(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof IOException io) {
            return io;
        }
        return new IOException("reading failed: " + words(cause), cause);
    }
}
