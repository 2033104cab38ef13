package dev.vectorio.store.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Optional;

/**
 * The head of a request as it came.
 *
 * @param method HTTP method
 * @param target request target: raw path and query, nothing decoded
 * @param headers header lines
 */
public record RequestHead(String method, String target, HttpHeaders headers) {

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** The raw path, from its first slash to the query; an absolute target's scheme and host are left out. */
    public String path() {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        if (path.startsWith("/")) {
            return path;
        }
        int host = path.indexOf("://");
        int slash = host < 0 ? -1 : path.indexOf('/', host + 3);
        return slash < 0 ? "/" : path.substring(slash);
    }

    /** The raw query without its question mark; empty if there is none. */
    public String query() {
        int question = target.indexOf('?');
        return question < 0 ? "" : target.substring(question + 1);
    }
}
