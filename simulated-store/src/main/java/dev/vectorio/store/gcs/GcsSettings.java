package dev.vectorio.store.gcs;

import java.util.Set;

/**
 * How the GCS dialect behaves.
 *
 * @param tokens the bearer tokens that are accepted; if there are any, every token is checked, otherwise none is
 * @param anonymousAllowed whether requests without a token are served where tokens are checked
 */
public record GcsSettings(Set<String> tokens, boolean anonymousAllowed) {
    public GcsSettings {
        tokens = Set.copyOf(tokens);
    }

    /** No token checked. */
    public static GcsSettings defaults() {
        return new GcsSettings(Set.of(), true);
    }

    /** Accepts these tokens and no request without one. */
    public GcsSettings withTokens(Set<String> accepted) {
        return new GcsSettings(accepted, false);
    }

    /** Serves requests without a token, or not. */
    public GcsSettings withAnonymousAllowed(boolean changed) {
        return new GcsSettings(tokens, changed);
    }

    /** How many tokens there are, none of them named. */
    @Override
    public String toString() {
        return "GcsSettings[" + tokens.size() + " tokens, anonymousAllowed=" + anonymousAllowed + "]";
    }
}
