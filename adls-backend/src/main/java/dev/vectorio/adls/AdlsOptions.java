package dev.vectorio.adls;

import dev.vectorio.spi.BackendOption;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * How to reach accounts and as whom. Immutable; {@code docs/configuration-adls.md} has one row per component.
 *
 * <p>As long as the list of options is: a record of options is read by name, never by position.
 *
 * @param endpoint replaces the address of every account
 * @param anonymous true if requests carry no authorization
 * @param accountKey shared key of every account that has nothing of its own
 * @param accountKeys shared keys by account
 * @param sasToken shared access signature for every account that has nothing of its own
 * @param sasTokens shared access signatures by account
 * @param maxConnections size of the connection pool of an account; the request limit if absent
 * @param connectTimeout for setting up a connection
 * @param maxIdleTime after which an unused connection is closed
 */
public record AdlsOptions(
        Optional<URI> endpoint,
        boolean anonymous,
        Optional<String> accountKey,
        Map<String, String> accountKeys,
        Optional<String> sasToken,
        Map<String, String> sasTokens,
        OptionalInt maxConnections,
        Duration connectTimeout,
        Duration maxIdleTime) {
    /**
     * @throws IllegalArgumentException naming the keys if two options contradict each other, or one is malformed
     */
    public AdlsOptions {
        accountKeys = Map.copyOf(accountKeys);
        sasTokens = Map.copyOf(sasTokens);
        endpoint.ifPresent(uri ->
                AdlsOption.ENDPOINT.read(AdlsOption.ENDPOINT.key(), uri.toString(), BackendOption::readEndpoint));
        maxConnections.ifPresent(n -> AdlsOption.MAX_CONNECTIONS.read(
                AdlsOption.MAX_CONNECTIONS.key(), Integer.toString(n), BackendOption::readCount));
        AdlsOption.CONNECT_TIMEOUT.read(
                AdlsOption.CONNECT_TIMEOUT.key(), connectTimeout.toString(), BackendOption::readTime);
        AdlsOption.MAX_IDLE_TIME.read(AdlsOption.MAX_IDLE_TIME.key(), maxIdleTime.toString(), BackendOption::readTime);
        if (accountKey.isPresent() && sasToken.isPresent()) {
            throw contradiction(AdlsOption.ACCOUNT_KEY.key(), "excludes " + AdlsOption.SAS_TOKEN.key());
        }
        for (String account : accountKeys.keySet()) {
            if (sasTokens.containsKey(account)) {
                throw contradiction(
                        AdlsOption.keyOf(AdlsOption.ACCOUNT_KEY_OF, account),
                        "excludes " + AdlsOption.keyOf(AdlsOption.SAS_TOKEN_OF, account));
            }
        }
        boolean credentials = accountKey.isPresent() || sasToken.isPresent();
        if (anonymous && (credentials || !accountKeys.isEmpty() || !sasTokens.isEmpty())) {
            throw contradiction(AdlsOption.ANONYMOUS.key(), "excludes credentials");
        }
    }

    private static IllegalArgumentException contradiction(String key, String how) {
        return new IllegalArgumentException(key + " " + how);
    }

    /** Azure, with credentials from the usual places. */
    public static AdlsOptions defaults() {
        return from(Map.of());
    }

    /**
     * Reads the keys that begin with {@code vectorio.adls.} and leaves all others alone.
     *
     * @throws IllegalArgumentException naming key and value (never a secret one) if one is unknown, malformed or
     *     contradicts another
     */
    public static AdlsOptions from(Map<String, String> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(AdlsOption.PREFIX)) {
                ours.put(key, value.strip());
            }
        });
        AdlsOptions options = AdlsOptionReader.read(ours);
        BackendOption.requireNoneLeft(ours, AdlsOption.ALL);
        return options;
    }

    /** These options and {@code key=value} in addition or instead, as {@link #from} would read it. */
    public AdlsOptions with(String key, String value) {
        Map<String, String> all = AdlsOptionReader.write(this);
        all.put(key, value);
        return from(all);
    }

    /** These options for another address. */
    public AdlsOptions withEndpoint(URI endpoint) {
        return with(AdlsOption.ENDPOINT.key(), endpoint.toString());
    }

    /** These options without any authorization ({@code true}). */
    public AdlsOptions withAnonymous(boolean anonymous) {
        return with(AdlsOption.ANONYMOUS.key(), Boolean.toString(anonymous));
    }

    /** These options with the key of one account. */
    public AdlsOptions withAccountKey(String account, String key) {
        return with(AdlsOption.keyOf(AdlsOption.ACCOUNT_KEY_OF, account), key);
    }

    /** These options with a shared access signature for one account. */
    public AdlsOptions withSasToken(String account, String sas) {
        return with(AdlsOption.keyOf(AdlsOption.SAS_TOKEN_OF, account), sas);
    }

    /** These options with pools of another size. */
    public AdlsOptions withMaxConnections(int maxConnections) {
        return with(AdlsOption.MAX_CONNECTIONS.key(), Integer.toString(maxConnections));
    }

    /** All options but the values of secret ones. */
    @Override
    public String toString() {
        Map<String, String> all = AdlsOptionReader.write(this);
        all.replaceAll((key, value) -> AdlsOptionReader.isSecret(key) ? "(secret)" : value);
        return "AdlsOptions" + all;
    }
}
