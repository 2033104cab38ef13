package dev.vectorio.spi;

import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/** What a backend says of a connection that did not come about, or broke. */
public final class ConnectionFailure {
    private ConnectionFailure() {}

    /**
     * Names host and port of the endpoint, and nothing else of it: path, query and user may be secret. Then the first
     * sentence of the cause behind all others.
     *
     * @param endpoint what was connected to, with or without a port; empty if the client does not tell
     * @param failure as the client threw it
     */
    public static String message(Optional<URI> endpoint, Throwable failure) {
        String connection = endpoint.filter(uri -> uri.getRawAuthority() != null)
                .map(ConnectionFailure::hostAndPort)
                .map(there -> "connection to " + there)
                .orElse("connection");
        return connection + " failed: " + words(failure);
    }

    private static String hostAndPort(URI endpoint) {
        String authority = endpoint.getRawAuthority();
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        boolean hasPort = host.matches(".*:\\d+");
        return hasPort ? host : host + ("http".equals(endpoint.getScheme()) ? ":80" : ":443");
    }

    /** The first sentence of the cause behind all others; its class where it says nothing. */
    public static String words(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String text = root.getMessage();
        if (root instanceof UnknownHostException) {
            return "no such host"; // whose message may be the name alone
        }
        return text == null
                ? root.getClass().getSimpleName()
                : text.replaceAll("(?s)\\. .*|\\R.*", "").replaceAll("\\.$", "");
    }
}
