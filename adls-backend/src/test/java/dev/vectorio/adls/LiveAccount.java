package dev.vectorio.adls;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import java.util.Objects;

/**
 * An account and a container of the user's on the service, named in the environment.
 *
 * @param name the account
 * @param key its key; a secret
 * @param container a container of it
 */
record LiveAccount(String name, String key, String container) {
    /** The variable without which tests on the service are skipped. */
    static final String VARIABLE = "VECTORIO_LIVE_ADLS_ACCOUNT";

    static final String ABSENT = VARIABLE + " names no account to test on: see docs/backends.md";

    static LiveAccount fromEnvironment() {
        return new LiveAccount(
                setting(VARIABLE), setting("VECTORIO_LIVE_ADLS_KEY"), setting("VECTORIO_LIVE_ADLS_CONTAINER"));
    }

    private static String setting(String name) {
        return Objects.requireNonNull(System.getenv(name), () -> name + " is not set");
    }

    AdlsOptions options() {
        return AdlsOptions.defaults().withAccountKey(name, key);
    }

    BlobServiceClientBuilder client() {
        return new BlobServiceClientBuilder()
                .endpoint("https://" + name + ".blob.core.windows.net")
                .credential(new StorageSharedKeyCredential(name, key));
    }

    BlobServiceClient blockingClient() {
        return client().buildClient();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return name + "/" + container;
    }
}
