package dev.vectorio.store.gcs;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.SlicedBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a multipart body (RFC 2046, section 5.1): headers, and a view of the content that copies nothing. */
final class RelatedParts {
    private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
    private static final int LONGEST_PROLOGUE_BYTES = 1 << 20;
    private static final int LONGEST_EPILOGUE_BYTES = 1 << 10;

    private RelatedParts() {}

    /**
     * One part.
     *
     * @param headers by lower-case name
     * @param content the bytes
     */
    record Part(Map<String, String> headers, ByteSource content) {}

    /**
     * The two parts of a multipart upload: a JSON resource and the media, which is everything up to the last boundary and
     * may be of any size.
     */
    static List<Part> resourceAndMedia(GcsCall call) {
        String delimiter = delimiter(call.header("Content-Type"));
        ByteSource body = call.request().body().bytes();
        String prologue = text(body, 0, Math.min(body.length(), LONGEST_PROLOGUE_BYTES));
        int first = prologue.indexOf(delimiter);
        int second = first < 0 ? -1 : prologue.indexOf("\r\n" + delimiter, first);
        int media = second < 0 ? -1 : prologue.indexOf("\r\n\r\n", second);
        long tail = Math.max(0, body.length() - LONGEST_EPILOGUE_BYTES);
        int last = text(body, tail, body.length()).lastIndexOf("\r\n" + delimiter + "--");
        if (media < 0 || last < 0 || tail + last < media + 4) {
            throw GcsRefusal.invalid("Malformed multipart body.");
        }
        Part resource = part(body, prologue.substring(0, second), first + delimiter.length());
        Map<String, String> headers = headers(prologue.substring(second + 2 + delimiter.length(), media));
        long length = tail + last - (media + 4);
        return List.of(resource, new Part(headers, new SlicedBytes(body, media + 4L, length)));
    }

    /** All parts of a body that fits the heap, such as a batch. */
    static List<Part> all(GcsCall call) {
        String delimiter = delimiter(call.header("Content-Type"));
        ByteSource body = call.request().body().bytes();
        String text = text(body, 0, body.length());
        List<Part> parts = new ArrayList<>();
        int start = text.indexOf(delimiter);
        while (start >= 0) {
            int end = text.indexOf("\r\n" + delimiter, start);
            if (end < 0) {
                break;
            }
            parts.add(part(body, text.substring(0, end), start + delimiter.length()));
            start = end + 2;
        }
        return parts;
    }

    /** The part whose headers begin at {@code from} and that ends with {@code text}. */
    private static Part part(ByteSource body, String text, int from) {
        int content = text.indexOf("\r\n\r\n", from);
        if (content < 0) {
            throw GcsRefusal.invalid("Malformed multipart body.");
        }
        int start = content + 4;
        return new Part(
                headers(text.substring(from, content)),
                new SlicedBytes(body, start, Math.max(0, text.length() - start)));
    }

    private static String delimiter(Optional<String> contentType) {
        Matcher matcher = BOUNDARY.matcher(contentType.orElse(""));
        if (!matcher.find()) {
            throw GcsRefusal.invalid("Missing multipart boundary.");
        }
        return "--" + matcher.group(1);
    }

    static Map<String, String> headers(String lines) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    /** Bytes as characters, one each. */
    private static String text(ByteSource body, long from, long end) {
        return new String(ByteSums.onHeap(new SlicedBytes(body, from, end - from)), StandardCharsets.ISO_8859_1);
    }
}
