package dev.vectorio.gcs;

import com.google.auth.Credentials;
import com.google.cloud.storage.Storage;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendOption;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The GCS backend for {@code gs}. Takes the keys of {@code docs/configuration-gcs.md}, and as attachments a client ({@link
 * Storage}, whose host and credentials are used and which stays open) or {@link Credentials}.
 */
public final class GcsBackendProvider implements BackendProvider {
    private static final List<BackendOption> OF_CREDENTIALS =
            List.of(GcsOption.ANONYMOUS, GcsOption.SERVICE_ACCOUNT_FILE);

    @Override
    public Set<String> schemes() {
        return Set.of("gs");
    }

    @Override
    public ObjectStoreBackend create(BackendContext context) {
        GcsOptions options = GcsOptions.from(context.properties());
        int poolSize = GcsBackend.pool(options, context.maxConcurrentRequests());
        Optional<Storage> client = context.attachment(Storage.class);
        Optional<Credentials> credentials = context.attachment(Credentials.class);
        if (client.isPresent()) {
            refuse(context, List.of(GcsOption.ENDPOINT), "client");
            refuse(context, OF_CREDENTIALS, "client");
            if (credentials.isPresent()) {
                throw new IllegalArgumentException("a client was given, so credentials cannot be");
            }
            return GcsBackend.of(client.get(), options, poolSize, context.userAgent());
        }
        if (credentials.isPresent()) {
            refuse(context, OF_CREDENTIALS, "credentials object");
            CallCredentials given = CallCredentials.of(credentials.get(), "the credentials given");
            return new GcsBackend(options, given, poolSize, context.userAgent());
        }
        return new GcsBackend(options, CallCredentials.of(options), poolSize, context.userAgent());
    }

    private static void refuse(BackendContext context, List<BackendOption> options, String given) {
        for (BackendOption option : options) {
            if (context.properties().containsKey(option.key())) {
                throw new IllegalArgumentException(option.key() + " is set, but a " + given + " was given");
            }
        }
    }

    /** Every location has what this store needs of one. */
    @Override
    public void requireLocation(ObjectLocation location, BackendContext context) {}
}
