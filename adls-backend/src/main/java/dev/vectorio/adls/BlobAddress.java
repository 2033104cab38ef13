package dev.vectorio.adls;

import dev.vectorio.model.ObjectLocation;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a location's blob is read. Data Lake addresses are read through the account's Blob endpoint: it serves the same
 * bytes, and Microsoft's own Data Lake client reads there too.
 *
 * @param endpoint the account's Blob endpoint, with the account in its path where emulators have it there
 * @param account account name
 * @param container container or file system
 * @param blob name of the blob, raw
 * @param sas the shared access signature that the address itself carries; a secret
 */
record BlobAddress(String endpoint, String account, String container, String blob, Optional<String> sas) {
    private static final String DEFAULT_SUFFIX = ".blob.core.windows.net";

    /**
     * Understands {@code abfs(s)|wasb(s)://container@account.dfs.suffix/path} and {@code
     * http(s)://account.blob.suffix/container/blob?sas}.
     *
     * @param override replaces the address of every account; not that of an {@code http(s)} location
     * @throws IllegalArgumentException saying, without any query string, what is not understood
     */
    static BlobAddress of(ObjectLocation location, Optional<URI> override) {
        return location.scheme().startsWith("http") ? ofUrl(location) : ofContainer(location, override);
    }

    private static BlobAddress ofContainer(ObjectLocation location, Optional<URI> override) {
        String authority = location.authority();
        int at = authority.indexOf('@');
        if (at < 1 || at == authority.length() - 1) {
            throw new IllegalArgumentException("no container and account in " + location + ": write "
                    + location.scheme() + "://container@account.dfs.core.windows.net/path");
        }
        String host = authority.substring(at + 1);
        String account = firstLabel(host);
        return new BlobAddress(
                override.map(uri -> overriding(uri, account)).orElseGet(() -> "https://" + blobHost(host, location)),
                account,
                authority.substring(0, at),
                location.key(),
                Optional.empty());
    }

    /** An address with a port and without a path is an emulator's, which wants the account in the path. */
    private static String overriding(URI endpoint, String account) {
        String text = endpoint.toString().replaceFirst("/+$", "");
        boolean accountInPath =
                endpoint.getPort() >= 0 && endpoint.getPath().replace("/", "").isEmpty();
        return accountInPath ? text + "/" + account : text;
    }

    private static String blobHost(String host, ObjectLocation location) {
        if (!host.contains(".") && !host.contains(":")) {
            return host + DEFAULT_SUFFIX;
        }
        if (!host.contains(".dfs.") && !host.contains(".blob.")) {
            throw new IllegalArgumentException("not the host name of an account: " + location.endpoint()
                    + ": write account.dfs.core.windows.net, and give an emulator's address as "
                    + AdlsOption.ENDPOINT.key());
        }
        return host.replaceFirst("\\.dfs\\.", ".blob.");
    }

    private static String firstLabel(String host) {
        return host.replaceFirst("[.:].*", "");
    }

    /** An http(s) location is a URL: its path is percent-decoded once, its query is the shared access signature. */
    private static BlobAddress ofUrl(ObjectLocation location) {
        String host = location.authority();
        boolean accountInPath = host.contains(":");
        if (!accountInPath && !host.contains(".dfs.") && !host.contains(".blob.")) {
            throw new IllegalArgumentException("not the address of a blob: " + location.endpoint());
        }
        int query = location.key().indexOf('?');
        String path = query < 0 ? location.key() : location.key().substring(0, query);
        Optional<String> sas =
                query < 0 ? Optional.empty() : Optional.of(location.key().substring(query + 1));
        if (sas.filter(s -> !AdlsOption.isSas(s)).isPresent()) {
            throw new IllegalArgumentException("the query is no shared access signature: " + location);
        }
        String[] parts = path.split("/", accountInPath ? 3 : 2);
        if (parts.length < 2 || parts[parts.length - 1].isEmpty() || (accountInPath && parts.length < 3)) {
            throw new IllegalArgumentException("no container and blob in " + location);
        }
        String account = accountInPath ? parts[0] : firstLabel(host);
        String endpoint = location.scheme() + "://"
                + (accountInPath ? host + "/" + account : host.replaceFirst("\\.dfs\\.", ".blob."));
        return new BlobAddress(endpoint, account, parts[parts.length - 2], decoded(parts[parts.length - 1]), sas);
    }

    /** Decodes once; a plus is a plus. What is no valid encoding is taken as it stands. */
    private static String decoded(String path) {
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return path;
        }
    }

    /** Without the signature. */
    @Override
    public String toString() {
        return endpoint + "/" + container + "/" + blob + (sas.isPresent() ? "?..." : "");
    }
}
