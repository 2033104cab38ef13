package dev.vectorio.store.gcs;

import java.util.Optional;

/** Bearer tokens (RFC 6750), refused as the page of error codes words it: 401 {@code authError}, 401 {@code required}. */
final class TokenCheck {
    private static final String SCHEME = "Bearer ";

    private final GcsSettings settings;

    TokenCheck(GcsSettings settings) {
        this.settings = settings;
    }

    /** Refuses a request whose token is not accepted, or is missing where one is needed. */
    void check(GcsCall call) {
        if (settings.tokens().isEmpty()) {
            return;
        }
        Optional<String> authorization = call.header("Authorization");
        if (authorization.isEmpty()) {
            if (!settings.anonymousAllowed()) {
                throw new GcsRefusal(
                                401,
                                "required",
                                "Anonymous caller does not have storage.objects.get access to the Google Cloud Storage"
                                        + " object. Permission 'storage.objects.get' denied on resource (or it may not"
                                        + " exist).")
                        .header("WWW-Authenticate", "Bearer realm=\"https://accounts.google.com/\"");
            }
            return;
        }
        boolean accepted = authorization.get().startsWith(SCHEME)
                && settings.tokens().contains(authorization.get().substring(SCHEME.length()));
        if (!accepted) {
            throw new GcsRefusal(401, "authError", "Invalid Credentials")
                    .header(
                            "WWW-Authenticate",
                            "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\"");
        }
    }
}
