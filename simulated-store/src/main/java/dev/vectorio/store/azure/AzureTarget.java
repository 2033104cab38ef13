package dev.vectorio.store.azure;

import dev.vectorio.store.http.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request's address names. Both forms of the reference are understood: {@code account.blob.…/container/blob} (or
 * {@code account.dfs.…}) by the host name, and {@code host:port/account/container/blob}, which emulators use ("URI for the
 * emulated storage service"). Names are percent-decoded exactly once.
 *
 * @param account account name
 * @param container container or file system; empty for the whole account
 * @param blob blob or path; empty for the container
 * @param dataLake whether the request speaks the Data Lake API: by the host name, or by parameters that only it has
 * @param query decoded parameters by lower-case name; the first wins where a name occurs twice
 * @param hostStyle whether the host name holds the account
 */
record AzureTarget(
        String account, String container, String blob, boolean dataLake, Map<String, String> query, boolean hostStyle) {
    private static final Pattern ACCOUNT_HOST = Pattern.compile("([a-z0-9]{3,24})\\.(blob|dfs)\\..*");

    static AzureTarget of(RequestHead head) {
        Matcher host = ACCOUNT_HOST.matcher(head.header("Host").orElse(""));
        boolean hostStyle = host.matches();
        String path = head.path().substring(1);
        String account = hostStyle ? host.group(1) : firstSegment(path);
        String rest = hostStyle ? path : afterFirstSegment(path);
        Map<String, String> query = parameters(head.query());
        boolean dataLake = (hostStyle && host.group(2).equals("dfs"))
                || query.containsKey("action")
                || query.containsKey("recursive")
                || "filesystem".equals(query.get("resource"))
                || "file".equals(query.get("resource"))
                || "directory".equals(query.get("resource"))
                || head.header("x-ms-rename-source").isPresent();
        return new AzureTarget(
                decoded(account),
                decoded(firstSegment(rest)),
                decoded(afterFirstSegment(rest)),
                dataLake,
                query,
                hostStyle);
    }

    /** Whether the host name is one of this API. */
    static boolean hasAccountHost(RequestHead head) {
        return ACCOUNT_HOST.matcher(head.header("Host").orElse("")).matches();
    }

    static String firstSegment(String path) {
        int slash = path.indexOf('/');
        return slash < 0 ? path : path.substring(0, slash);
    }

    private static String afterFirstSegment(String path) {
        int slash = path.indexOf('/');
        return slash < 0 ? "" : path.substring(slash + 1);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (!name.isEmpty()) {
                parameters.putIfAbsent(decoded(name).toLowerCase(java.util.Locale.ROOT), decoded(value));
            }
        }
        return parameters;
    }

    /** Percent-decodes once; a plus stays a plus. What cannot be decoded stays as it is. */
    static String decoded(String raw) {
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return raw;
        }
    }

    boolean has(String parameter) {
        return query.containsKey(parameter);
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    boolean is(String parameter, String value) {
        return value.equals(query.get(parameter));
    }

    /** The value of a number parameter. */
    Optional<Long> number(String name) {
        try {
            return parameter(name).map(Long::valueOf);
        } catch (NumberFormatException e) {
            throw AzureRefusal.invalid(
                            "InvalidQueryParameterValue", "Value for one of the query parameters is invalid.")
                    .element("QueryParameterName", name);
        }
    }
}
