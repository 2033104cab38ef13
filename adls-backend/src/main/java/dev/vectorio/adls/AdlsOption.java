package dev.vectorio.adls;

import dev.vectorio.spi.BackendOption;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** The table of options; {@code docs/configuration-adls.md} prints it. One that ends in {@code .<account>} stands for a key per account. */
final class AdlsOption {
    static final String PREFIX = "vectorio.adls.";
    static final String PER_ACCOUNT = ".<account>";

    private static final String KEYS = "an account key in Base64";
    /**
     * What a query may hold (RFC 3986, section 3.4). With anything else in it the client refuses the address in words of its own,
     * and prints it.
     */
    private static final Pattern QUERY = Pattern.compile("(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})+");

    private static final String SIGNATURES = "a query string with `sig=`, with or without `?` before it";

    static final BackendOption ENDPOINT = BackendOption.open(
            PREFIX,
            "endpoint",
            "from the location",
            "an address such as `http://127.0.0.1:10000`",
            "Replaces the address of every account, for emulators and for accounts behind a name of their own. With a port"
                    + " the account follows as first part of the path (unless the address has a path). `https:` locations"
                    + " keep their own address.");
    static final BackendOption ANONYMOUS = BackendOption.open(
            PREFIX,
            "anonymous",
            "`false`",
            BackendOption.SWITCH,
            "Requests carry no authorization: for public containers.");
    static final BackendOption ACCOUNT_KEY = BackendOption.secret(
            PREFIX,
            "account-key",
            KEYS,
            "Shared key of every account that has no key or signature of its own. Without any of them: the usual places"
                    + " (environment, workload identity, managed identity, command-line log-ins), which need"
                    + " `azure-identity` on the class path.");
    static final BackendOption ACCOUNT_KEY_OF =
            BackendOption.secret(PREFIX, "account-key" + PER_ACCOUNT, KEYS, "Shared key of one account.");
    static final BackendOption SAS_TOKEN = BackendOption.secret(
            PREFIX,
            "sas-token",
            SIGNATURES,
            "Shared access signature for every account that has no key or signature of its own. One in an `https:` location"
                    + " goes before it.");
    static final BackendOption SAS_TOKEN_OF = BackendOption.secret(
            PREFIX, "sas-token" + PER_ACCOUNT, SIGNATURES, "Shared access signature for one account.");
    static final BackendOption MAX_CONNECTIONS = BackendOption.open(
            PREFIX,
            "max-connections",
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool, per account. A pool smaller than the request limit lowers the limit.");
    static final BackendOption CONNECT_TIMEOUT = BackendOption.connectTimeout(PREFIX);
    static final BackendOption MAX_IDLE_TIME = BackendOption.maxIdleTime(PREFIX);

    static final List<BackendOption> ALL = List.of(
            ENDPOINT,
            ANONYMOUS,
            ACCOUNT_KEY,
            ACCOUNT_KEY_OF,
            SAS_TOKEN,
            SAS_TOKEN_OF,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            MAX_IDLE_TIME);

    private AdlsOption() {}

    /** The key for one account, of an option that has a key per account. */
    static String keyOf(BackendOption option, String account) {
        return option.key().replace(PER_ACCOUNT, "." + account);
    }

    static String readKey(String text) {
        if (text.isEmpty() || Base64.getDecoder().decode(text).length == 0) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }

    static String readSas(String text) {
        String sas = text.startsWith("?") ? text.substring(1) : text;
        if (!isSas(sas)) {
            throw new IllegalArgumentException("no signature");
        }
        return sas;
    }

    /** True for a query string that holds a signature, and nothing that no query may hold. */
    static boolean isSas(String query) {
        return (query.startsWith("sig=") || query.contains("&sig="))
                && QUERY.matcher(query).matches();
    }
}
