package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendOption;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * The S3 backend for {@code s3}, {@code s3a} and {@code s3n}. Takes the keys of {@code docs/configuration-s3.md}, and as
 * attachments a client ({@link S3AsyncClient}, which stays open) or a credentials provider
 * ({@link AwsCredentialsProvider}, likewise).
 */
public final class S3BackendProvider implements BackendProvider {
    /** What shapes a request, and so goes with a given client too. */
    private static final Set<BackendOption> OF_REQUESTS = Set.of(
            S3Option.REQUESTER_PAYS, S3Option.SSE_C_KEY, S3Option.MAX_CONNECTIONS, S3Option.CREDENTIALS_REFRESH_AHEAD);

    private static final List<BackendOption> OF_CREDENTIALS = List.of(
            S3Option.ANONYMOUS,
            S3Option.ACCESS_KEY_ID,
            S3Option.SECRET_ACCESS_KEY,
            S3Option.SESSION_TOKEN,
            S3Option.PROFILE);

    @Override
    public Set<String> schemes() {
        return Set.of("s3", "s3a", "s3n");
    }

    @Override
    public ObjectStoreBackend create(BackendContext context) {
        S3Options options = S3Options.from(context.properties());
        int poolSize = options.maxConnections().orElse(context.maxConcurrentRequests());
        Optional<S3AsyncClient> client = context.attachment(S3AsyncClient.class);
        Optional<AwsCredentialsProvider> credentials = context.attachment(AwsCredentialsProvider.class);
        if (client.isPresent()) {
            refuse(
                    context,
                    S3Option.ALL.stream().filter(o -> !OF_REQUESTS.contains(o)).toList(),
                    "client");
            if (credentials.isPresent()) {
                throw new IllegalArgumentException("a client was given, so a credentials provider cannot be");
            }
            return S3Clients.backendOn(client.get(), poolSize, options);
        }
        if (credentials.isPresent()) {
            refuse(context, OF_CREDENTIALS, "credentials provider");
        }
        return new S3Clients(options, credentials, poolSize, context.userAgent()).backend();
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
