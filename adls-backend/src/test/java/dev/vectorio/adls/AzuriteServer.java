package dev.vectorio.adls;

import java.net.URI;
import java.util.Objects;

/** Azurite, which somebody started ({@code src/test/scripts/azurite}) and names in the environment. */
record AzuriteServer(URI endpoint, String key) {
    /** The variable without which tests on Azurite are skipped. */
    static final String ENDPOINT = "VECTORIO_AZURITE_ENDPOINT";

    /** Why they are skipped, and what to do. */
    static final String ABSENT =
            "no Azurite is named; mvn -Pazurite -pl adls-backend -am verify installs and starts one";

    static AzuriteServer fromEnvironment() {
        return new AzuriteServer(URI.create(setting(ENDPOINT)), setting("VECTORIO_AZURITE_KEY"));
    }

    private static String setting(String name) {
        return Objects.requireNonNull(System.getenv(name), () -> name + " is not set");
    }

    AdlsOptions options() {
        return AdlsOptions.defaults().withEndpoint(endpoint).withAccountKey(TestContainer.ACCOUNT, key);
    }

    TestContainer container(String name) {
        return new TestContainer(endpoint, key, name).create();
    }
}
