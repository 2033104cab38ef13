package dev.vectorio.gcs;

import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpResponse;
import com.google.auth.Credentials;
import com.google.auth.Retryable;
import com.google.auth.http.HttpCredentialsAdapter;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import com.google.cloud.NoCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * With which token requests go out. The library keeps a token until shortly before it ends and renews it then; one that
 * the store refuses as expired is renewed at once, and the request is sent once more. Thread-safe.
 */
final class CallCredentials {
    private static final String READ_ONLY = "https://www.googleapis.com/auth/devstorage.read_only";

    /** There is no token to be had; never the store's answer. */
    static final class NoTokenException extends IOException {
        private static final long serialVersionUID = 1;

        private final boolean mayPass;

        NoTokenException(String message, IOException cause) {
            super(message, cause);
            mayPass = cause instanceof Retryable retryable && retryable.isRetryable();
        }

        /** True if another attempt may get one. */
        boolean mayPass() {
            return mayPass;
        }
    }

    private interface Lookup {
        Credentials find() throws IOException;
    }

    private final String source;
    private final Lookup lookup;
    private final ReentrantLock lookingUp = new ReentrantLock();
    private volatile Optional<HttpCredentialsAdapter> found = Optional.empty();

    private CallCredentials(String source, Lookup lookup) {
        this.source = source;
        this.lookup = lookup;
    }

    /**
     * What the options say.
     *
     * @throws IllegalArgumentException naming key and path if a key file cannot be read
     */
    static CallCredentials of(GcsOptions options) {
        if (options.anonymous()) {
            return of(NoCredentials.getInstance(), "nowhere (anonymous)");
        }
        return options.serviceAccountFile()
                .map(CallCredentials::ofServiceAccount)
                .orElseGet(() -> new CallCredentials(
                        "application default credentials", GoogleCredentials::getApplicationDefault));
    }

    /** Credentials of the caller's; {@link NoCredentials} for none. */
    static CallCredentials of(Credentials credentials, String source) {
        return new CallCredentials(source, () -> credentials);
    }

    private static CallCredentials ofServiceAccount(String file) {
        String key = GcsOption.SERVICE_ACCOUNT_FILE.key() + "=" + file;
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return of(ServiceAccountCredentials.fromStream(in), key);
        } catch (IOException | RuntimeException e) {
            // the cause may quote the file, which is a secret
            throw new IllegalArgumentException(key + ": not a readable key of a service account ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    /** Where they come from, for messages; holds nothing secret. */
    String source() {
        return source;
    }

    /**
     * Puts a token on the request; blocks where one has to be fetched.
     *
     * @throws NoTokenException if there is none
     */
    void authorize(HttpRequest request) throws NoTokenException {
        try {
            Optional<HttpCredentialsAdapter> adapter = adapter();
            if (adapter.isPresent()) {
                adapter.get().initialize(request);
                request.setUnsuccessfulResponseHandler(
                        (sent, answer, again) -> renewed(adapter.get(), sent, answer, again));
                request.setNumberOfRetries(1); // for an expired token alone: nothing else has a handler
            }
        } catch (IOException e) {
            throw new NoTokenException("no token from " + source, e);
        }
    }

    /** True if the request is to be sent once more with another token. */
    private static boolean renewed(
            HttpCredentialsAdapter adapter, HttpRequest sent, HttpResponse answer, boolean again) {
        try {
            return adapter.handleResponse(sent, answer, again);
        } catch (IllegalStateException e) {
            // a token that was given once and cannot be renewed: the store's refusal is the answer
            return false;
        }
    }

    private Optional<HttpCredentialsAdapter> adapter() throws IOException {
        Optional<HttpCredentialsAdapter> known = found;
        if (known.isPresent()) {
            return known;
        }
        lookingUp.lock();
        try {
            if (found.isEmpty()) {
                Credentials credentials = lookup.find();
                if (credentials instanceof NoCredentials) {
                    return Optional.empty();
                }
                found = Optional.of(new HttpCredentialsAdapter(scoped(credentials)));
            }
            return found;
        } finally {
            lookingUp.unlock();
        }
    }

    private static Credentials scoped(Credentials credentials) {
        return credentials instanceof GoogleCredentials google && google.createScopedRequired()
                ? google.createScoped(READ_ONLY)
                : credentials;
    }
}
