package dev.vectorio.gcs;

import com.google.api.client.googleapis.json.GoogleJsonErrorContainer;
import com.google.api.client.http.HttpResponse;
import com.google.api.client.json.gson.GsonFactory;
import dev.vectorio.spi.HttpRefusal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * What the body of a refusal says: a JSON document, or for downloads often one line of text. Either may come compressed,
 * because requests for bytes accept gzip.
 *
 * @param reason the reason of the JSON document, such as {@code rateLimitExceeded}
 * @param text one line for people; empty if there is none
 * @param missing what does not exist, in the words of a message; empty if nothing is said of that
 */
record Refusal(Optional<String> reason, String text, String missing) {
    private static final int LONGEST_TEXT = 200;
    /** What the decoder puts where bytes are no text. */
    private static final char UNREADABLE = '\uFFFD';

    /** An access token (Google's begin with {@code ya29.}), a signature or any other parameter of a request. */
    private static final Pattern SECRETS = Pattern.compile("(?i)bearer|ya29\\.|token|signature|\\w=\\S");
    /** What Google's reasons look like. */
    private static final Pattern REASON = Pattern.compile("[A-Za-z][A-Za-z.]{0,63}");

    private static final Pattern NO_BUCKET =
            Pattern.compile("(?i)(the specified bucket\\b.*does not exist|no such bucket\\b).*");
    private static final Refusal SILENT = new Refusal(Optional.empty(), "", "");

    /**
     * Reads the front of the body; what cannot be read or understood says nothing. The rest stays where it is: closing a body
     * reads it to its end, so that whoever sent the request drops its connection.
     */
    static Refusal read(HttpResponse response) {
        try {
            InputStream in = response.getContent();
            return in == null ? SILENT : of(response, in);
        } catch (IOException | RuntimeException e) {
            return SILENT;
        }
    }

    private static Refusal of(HttpResponse response, InputStream in) throws IOException {
        byte[] body = in.readNBytes(HttpRefusal.LONGEST_BODY_BYTES);
        boolean compressed = body.length > 1 && body[0] == 0x1f && body[1] == (byte) 0x8b;
        if (compressed) {
            try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(body))) {
                body = plain.readNBytes(HttpRefusal.LONGEST_BODY_BYTES);
            }
        }
        String type = Optional.ofNullable(response.getContentType()).orElse("");
        String text = new String(body, StandardCharsets.UTF_8).strip();
        return type.startsWith("application/json") ? ofJson(text) : of(Optional.empty(), text);
    }

    private static Refusal ofJson(String document) throws IOException {
        GoogleJsonErrorContainer container =
                GsonFactory.getDefaultInstance().fromString(document, GoogleJsonErrorContainer.class);
        return Optional.ofNullable(container.getError())
                .map(error -> of(
                        Optional.ofNullable(error.getErrors()).stream()
                                .flatMap(java.util.List::stream)
                                .flatMap(one -> Optional.ofNullable(one.getReason()).stream())
                                .filter(reason -> REASON.matcher(reason).matches())
                                .findFirst(),
                        Optional.ofNullable(error.getMessage()).orElse("")))
                .orElse(SILENT);
    }

    private static Refusal of(Optional<String> reason, String text) {
        return new Refusal(reason, line(text), missing(text));
    }

    /**
     * There is one reason for both, {@code notFound}. The service says "No such object" of an object in a bucket that does not
     * exist too (github.com/googleapis/nodejs-storage, issue 1183).
     */
    private static String missing(String text) {
        if (text.startsWith("No such object")) {
            return HttpRefusal.missing("object, or no such bucket");
        }
        return NO_BUCKET.matcher(text.lines().findFirst().orElse("")).matches() ? HttpRefusal.missing("bucket") : "";
    }

    /** The first line, unless it is no text, is the markup of a proxy, or may quote what a request was authorized with. */
    private static String line(String text) {
        String first = text.lines().findFirst().orElse("");
        boolean readable = first.chars().noneMatch(c -> Character.isISOControl(c) || c == UNREADABLE);
        return first.startsWith("<") || !readable || SECRETS.matcher(first).find()
                ? ""
                : first.substring(0, Math.min(LONGEST_TEXT, first.length()));
    }
}
