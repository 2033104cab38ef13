package dev.vectorio.adls;

import com.azure.core.credential.TokenCredential;
import com.azure.storage.blob.BlobServiceAsyncClient;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The ADLS backend for {@code abfs}, {@code abfss}, {@code wasb}, {@code wasbs} and {@code https}. Takes the keys of {@code
 * docs/configuration-adls.md}, and as attachments a client of one account ({@link BlobServiceAsyncClient}, which stays open)
 * or a credential ({@link TokenCredential}), which goes before the usual places and behind keys and signatures.
 */
public final class AdlsBackendProvider implements BackendProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("abfs", "abfss", "wasb", "wasbs", "https");
    }

    @Override
    public ObjectStoreBackend create(BackendContext context) {
        AdlsOptions options = AdlsOptions.from(context.properties());
        int poolSize = options.maxConnections().orElse(context.maxConcurrentRequests());
        Optional<BlobServiceAsyncClient> client = context.attachment(BlobServiceAsyncClient.class);
        Optional<TokenCredential> credential = context.attachment(TokenCredential.class);
        if (client.isPresent()) {
            refuse(context, "client", key -> !key.equals(AdlsOption.MAX_CONNECTIONS.key()));
            if (credential.isPresent()) {
                throw new IllegalArgumentException("a client was given, so a credential cannot be");
            }
            return AdlsBackend.of(client.get(), poolSize);
        }
        if (credential.isPresent()) {
            refuse(context, "credential", AdlsOption.ANONYMOUS.key()::equals);
        }
        return AdlsBackend.create(options, credential, poolSize, context.userAgent());
    }

    private static void refuse(BackendContext context, String given, Predicate<String> contradicts) {
        context.properties().keySet().stream()
                .filter(key -> key.startsWith(AdlsOption.PREFIX))
                .filter(contradicts)
                .sorted()
                .findFirst()
                .ifPresent(key -> {
                    throw new IllegalArgumentException(key + " is set, but a " + given + " was given");
                });
    }

    @Override
    public void requireLocation(ObjectLocation location, BackendContext context) {
        var unused =
                BlobAddress.of(location, AdlsOptions.from(context.properties()).endpoint());
    }
}
