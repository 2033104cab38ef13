package dev.vectorio.cli.audit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One request of an access log.
 *
 * @param kind what it asked for
 * @param object bucket and key as the log spells them
 * @param status HTTP status; 0 if the log has none
 * @param bytes of the body that was sent
 * @param userAgent empty if the log has none
 */
public record AccessRecord(Kind kind, String object, int status, long bytes, String userAgent) {
    private static final int FIRST_FAILURE = 400;

    /** vector-io's name, and a word behind it that is no product of the clients that it uses. */
    private static final Pattern OURS =
            Pattern.compile("\\bvector-io/\\S+(?: (?!(?:aws-|gcloud-|Google-|gl-|azsdk-)[\\w-]*/|\\()(\\S+))?");

    /** What a request asked for. */
    public enum Kind {
        /** Bytes of an object. */
        GET,
        /** An object's length, version and the like, and no bytes. */
        HEAD,
        /** Anything else: writes, listings, deletes. */
        OTHER
    }

    /** True if the store refused it or failed. */
    public boolean failed() {
        return status >= FIRST_FAILURE;
    }

    /** The {@code audit-tag} that stands behind vector-io's name in the user agent; empty if there is none. */
    public String auditTag() {
        Matcher ours = OURS.matcher(userAgent);
        return ours.find() && ours.group(1) != null ? ours.group(1) : "";
    }

    /** The client in a word or two: vector-io and its tag, or the first product of the user agent. */
    public String client() {
        Matcher ours = OURS.matcher(userAgent);
        if (ours.find()) {
            return ours.group();
        }
        String first = userAgent.split("[ ,]", 2)[0];
        return first.isEmpty() || first.equals("-") ? "(no user agent)" : first;
    }
}
