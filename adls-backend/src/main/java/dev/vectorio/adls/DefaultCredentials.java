package dev.vectorio.adls;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;

/** Credentials from the usual places. Apart from all else, so that only who needs it needs {@code azure-identity}. */
final class DefaultCredentials {
    private DefaultCredentials() {}

    /**
     * @throws IllegalArgumentException if the library is not there
     */
    static TokenCredential find() {
        try {
            return build();
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "credentials from the usual places need azure-identity on the class path; or set "
                            + AdlsOption.ACCOUNT_KEY.key() + ", " + AdlsOption.SAS_TOKEN.key() + " or "
                            + AdlsOption.ANONYMOUS.key(),
                    e);
        }
    }

    private static TokenCredential build() {
        return new DefaultAzureCredentialBuilder().build();
    }
}
