package dev.vectorio.model;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Where an object lies: {@code scheme://authority/key}. A key is raw text and not a URI: nothing in it is decoded or
 * normalised, so {@code a%2Fb} and {@code a/b} are two objects.
 *
 * @param scheme lower-case scheme, such as {@code s3}, {@code abfss}, {@code file}
 * @param authority bucket, container and account as the store spells them; empty for {@code file}
 * @param key the object's name inside the authority, without the separating slash; for {@code file} the absolute path
 */
public record ObjectLocation(String scheme, String authority, String key) {
    /** Query parameters of signed addresses: Azure's, Amazon's (old and new) and Google's, and bearer tokens. */
    private static final Pattern SIGNATURE = Pattern.compile(
            "([?&;](?:sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token)|awsaccesskeyid|googleaccessid"
                    + "|(?:access_|session_?)?token)=)[^&;]*",
            Pattern.CASE_INSENSITIVE);

    private static final char DELETE = 0x7F;

    /**
     * @throws IllegalArgumentException if the scheme or key is empty, or the authority carries a password or a blank
     */
    public ObjectLocation {
        Objects.requireNonNull(authority, "authority is null");
        requireNoPassword(scheme, authority);
        if (authority.chars().anyMatch(c -> c <= ' ' || c == DELETE)) {
            throw new IllegalArgumentException(
                    "no store has a bucket or container with a blank in its name: '" + authority + "'");
        }
        scheme = scheme.toLowerCase(Locale.ROOT);
        if (scheme.isEmpty() || key.isEmpty()) {
            throw new IllegalArgumentException("not an object location: scheme '" + scheme + "', key '" + key + "'");
        }
    }

    /**
     * Parses {@code scheme://authority/key}, {@code file:/path}, {@code file:///path} or a plain local path.
     *
     * @throws IllegalArgumentException if there is no key, or no authority where there must be one
     */
    public static ObjectLocation parse(String text) {
        int colon = text.indexOf(':');
        boolean hasScheme = colon > 1 && text.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*");
        if (text.isBlank()) {
            throw new IllegalArgumentException("no object: the location is empty");
        }
        if (!hasScheme) {
            return local(Path.of(text));
        }
        String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
        if (text.substring(colon + 1).isBlank()) {
            throw new IllegalArgumentException("no object in '" + text + "'");
        }
        if (scheme.equals("file")) {
            return local(Path.of(text.substring(colon + 1).replaceFirst("^/+", "/")));
        }
        if (!text.startsWith("://", colon)) {
            throw new IllegalArgumentException("not an object location: " + withoutQuery(scheme, text));
        }
        int slash = text.indexOf('/', colon + 3);
        requireNoPassword(scheme, text.substring(colon + 3, slash < 0 ? text.length() : slash));
        if (slash < 0 || slash == text.length() - 1) {
            throw new IllegalArgumentException("no object key in " + withoutQuery(scheme, text));
        }
        if (slash == colon + 3) {
            throw new IllegalArgumentException(
                    "no bucket in " + withoutQuery(scheme, text) + ": write " + scheme + "://bucket/key");
        }
        return new ObjectLocation(scheme, text.substring(colon + 3, slash), text.substring(slash + 1));
    }

    /** A location is printed in every message. */
    private static void requireNoPassword(String scheme, String authority) {
        int at = authority.lastIndexOf('@');
        if (at >= 0 && authority.indexOf(':') >= 0 && authority.indexOf(':') < at) {
            throw new IllegalArgumentException("a location carries no credentials: " + scheme + "://...@"
                    + authority.substring(at + 1) + "; give them as options of the store");
        }
    }

    /** The location of a local file. */
    public static ObjectLocation local(Path path) {
        return new ObjectLocation("file", "", path.toAbsolutePath().normalize().toString());
    }

    /** What shares one request rate and one connection pool: scheme and authority. */
    public String endpoint() {
        return scheme + "://" + authority;
    }

    /**
     * The location as text, without the query string of a (possibly signed) {@code http(s)} address, and without what looks
     * like a signature or credential in a key of any scheme, where a signed address was given as if it were a location.
     */
    @Override
    public String toString() {
        return scheme.equals("file")
                ? "file:" + withoutQuery(scheme, key)
                : endpoint() + "/" + withoutQuery(scheme, key);
    }

    private static String withoutQuery(String scheme, String text) {
        int query = scheme.startsWith("http") ? text.indexOf('?') : -1;
        return query < 0 ? SIGNATURE.matcher(text).replaceAll("$1...") : text.substring(0, query) + "?...";
    }
}
