package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Puts together what a failure says: object, range, what went wrong, then what was tried and what the store answered. */
final class ReadErrors {
    private final String location;
    private final String asked;
    private String range;
    private final ObjectReadException failure;
    private final StoreAnswer answer;
    private final StringBuilder facts = new StringBuilder();

    private ReadErrors(String location, String asked, ObjectReadException failure, StoreAnswer answer) {
        this.location = location;
        this.asked = asked;
        this.range = asked;
        this.failure = failure;
        this.answer = answer;
    }

    static ReadErrors of(ObjectLocation location, String asked, ObjectReadException failure, StoreAnswer answer) {
        return new ReadErrors(location.toString(), asked, failure, answer);
    }

    /** Whatever was thrown, as the one exception of a read. */
    static ObjectReadException typed(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof ObjectReadException typed
                ? typed
                : new ObjectReadException(Kind.INTERNAL, "unexpected: " + cause, StoreAnswer.none(), cause);
    }

    /**
     * The failure of one range with object, range and kind in front, where whoever made it did not know them: it may end many
     * ranges at once.
     *
     * @param range what was asked for
     * @param memory what to say of memory, if the failure is that there is none
     */
    static Throwable naming(ObjectLocation location, String range, Throwable failure, Supplier<String> memory) {
        String message = String.valueOf(failure.getMessage());
        boolean outOfMemory = isOutOfMemory(failure);
        boolean named = message.startsWith(location + " [") || message.startsWith(location + " the last ");
        if (!(failure instanceof ObjectReadException typed) || (named && !outOfMemory)) {
            return failure;
        }
        String place = named ? "" : location + " " + range + ": " + typed.kind() + ": ";
        String what =
                named ? message : without(typed.kind() + ": ", without(": ", without(location.toString(), message)));
        String text = place + what + (outOfMemory ? "; " + memory.get() : "");
        Throwable cause = typed.getCause() == null ? typed : typed.getCause();
        ObjectReadException told = new ObjectReadException(typed.kind(), text, typed.answer(), cause);
        for (Throwable earlier : typed.getSuppressed()) {
            told.addSuppressed(earlier);
        }
        return told;
    }

    private static String without(String start, String text) {
        return text.startsWith(start) ? text.substring(start.length()) : text;
    }

    private static boolean isOutOfMemory(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause instanceof OutOfMemoryError;
    }

    static ObjectReadException outOfBounds(ObjectLocation location, ByteRange range, long length) {
        return new ObjectReadException(
                Kind.OUT_OF_BOUNDS, location + " " + range + ": " + Kind.OUT_OF_BOUNDS + ": " + insideOf(length));
    }

    private static String insideOf(long length) {
        return "the range does not lie inside the object of " + length + " bytes";
    }

    static ObjectReadException closed(ObjectLocation location) {
        return new ObjectReadException(Kind.CANCELLED, location + ": the reader is closed");
    }

    static ObjectReadException keepsChanging(ObjectLocation location) {
        return new ObjectReadException(Kind.INTERNAL, location + ": what is known of the object keeps changing");
    }

    /** Names another range than the one that was asked for, such as the caller's, of which that is a part. */
    ReadErrors about(String named) {
        range = named;
        return this;
    }

    ReadErrors attempt(int number, int of, String backend) {
        facts.append(backend).append(", attempt ").append(number).append(" of ").append(of);
        return this;
    }

    ReadErrors progress(long received, Duration elapsed) {
        facts.append(", ")
                .append(received)
                .append(" bytes received, ")
                .append(elapsed.toMillis())
                .append(" ms");
        return this;
    }

    ObjectReadException build() {
        // what a backend has said already is not said again
        String what = String.valueOf(failure.getMessage())
                .replaceFirst("^(GET )?" + Pattern.quote(location) + "( " + Pattern.quote(asked) + ")?:? ", "")
                .replaceFirst("^" + failure.kind() + ": ", "");
        if (failure.kind() == Kind.OUT_OF_BOUNDS && answer.objectLength().isPresent()) {
            String inside = insideOf(answer.objectLength().getAsLong());
            what = what.startsWith(inside) ? what : inside + ": " + what;
        }
        if (answer.status() != 0 && !what.contains("HTTP " + answer.status())) {
            facts.append(", HTTP ").append(answer.status());
            answer.code().ifPresent(code -> facts.append(' ').append(code));
        }
        Optional<String> requestId = answer.requestId();
        if (requestId.isPresent() && !what.contains(requestId.get())) {
            facts.append(", request id ").append(requestId.get());
        }
        String message = location + " " + range + ": " + failure.kind() + ": " + what + " (" + facts + ")";
        return new ObjectReadException(failure.kind(), message, answer, failure);
    }
}
