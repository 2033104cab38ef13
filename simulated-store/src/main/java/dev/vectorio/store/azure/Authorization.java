package dev.vectorio.store.azure;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.text.Collator;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who may do what. Shared-key signatures are checked where the account's key is known (reference, "Authorize with Shared
 * Key"); of a shared access signature the times and the permissions are checked, not the signature itself; a bearer token
 * is taken as it is.
 */
final class Authorization {
    private static final List<String> SIGNED_HEADERS = List.of(
            "Content-Encoding",
            "Content-Language",
            "Content-Length",
            "Content-MD5",
            "Content-Type",
            "Date",
            "If-Modified-Since",
            "If-Match",
            "If-None-Match",
            "If-Unmodified-Since",
            "Range");

    private Authorization() {}

    /** Refuses a request that may not be served. */
    static void check(AzureCall call) {
        Optional<String> authorization = call.header("Authorization");
        if (call.target().has("sig")) {
            checkSharedAccess(call);
        } else if (authorization.isPresent()) {
            checkSharedKey(call, authorization.get());
        } else if (!call.settings().anonymousAllowed()) {
            throw new AzureRefusal(
                    401,
                    "NoAuthenticationInformation",
                    "Server failed to authenticate the request. Please refer to the information in the www-authenticate"
                            + " header.");
        }
    }

    /** Reference, "Create a service SAS": st and se bound the time, sp holds r for reads, w or c for writes, d, l. */
    private static void checkSharedAccess(AzureCall call) {
        Map<String, String> query = call.target().query();
        Instant now = call.now();
        Optional<Instant> start = Optional.ofNullable(query.get("st")).map(Authorization::time);
        Optional<Instant> expiry = Optional.ofNullable(query.get("se")).map(Authorization::time);
        if (start.filter(now::isBefore).isPresent()
                || expiry.filter(e -> !now.isBefore(e)).isPresent()) {
            throw AzureRefusal.authenticationFailed("Signature not valid in the specified time frame: Start ["
                    + start.map(BlobTags::httpDate).orElse("") + "] - Expiry ["
                    + expiry.map(BlobTags::httpDate).orElse("") + "] - Current [" + BlobTags.httpDate(now) + "]");
        }
        boolean reads =
                call.head().method().equals("GET") || call.head().method().equals("HEAD");
        String permissions = query.getOrDefault("sp", "rwdlacup");
        if (reads && permissions.chars().noneMatch(p -> p == 'r' || p == 'l')) {
            throw AzureRefusal.permissionMismatch();
        }
    }

    /** Reference, "Formatting DateTime values": a date, with minutes, or with seconds. */
    private static Instant time(String text) {
        try {
            if (text.length() == "2000-01-01".length()) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw AzureRefusal.authenticationFailed("A time of the signature is not well formed");
        }
    }

    private static void checkSharedKey(AzureCall call, String authorization) {
        if (call.settings().keysByAccount().isEmpty() || authorization.startsWith("Bearer ")) {
            return;
        }
        int colon = authorization.indexOf(':');
        if (!authorization.startsWith("SharedKey ") || colon < 0) {
            throw AzureRefusal.invalid(
                    "InvalidAuthenticationInfo",
                    "The authentication information was not provided in the correct format.");
        }
        String account = authorization.substring("SharedKey ".length(), colon);
        String key = call.settings().keysByAccount().getOrDefault(account, "");
        boolean known = !key.isEmpty() && account.equals(call.target().account());
        if (!known || !signature(key, stringToSign(call)).equals(authorization.substring(colon + 1))) {
            throw AzureRefusal.authenticationFailed(
                    "The MAC signature found in the HTTP request is not the same as any computed signature.");
        }
    }

    private static String signature(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256 on this platform", e);
        }
    }

    /** Reference, "Constructing the signature string", for the Blob service, version 2015-02-21 and later. */
    private static String stringToSign(AzureCall call) {
        StringBuilder text = new StringBuilder(call.head().method()).append('\n');
        for (String name : SIGNED_HEADERS) {
            boolean empty = (name.equals("Date") && call.header("x-ms-date").isPresent())
                    || (name.equals("Content-Length") && call.hasHeader("Content-Length", "0"));
            text.append(empty ? "" : call.header(name).orElse("")).append('\n');
        }
        // The reference wants the names in lexicographic order; Microsoft's client sorts them by a neutral collation.
        TreeMap<String, String> named = new TreeMap<>(Collator.getInstance(Locale.ROOT)::compare);
        for (Map.Entry<String, String> header : call.head().headers().entries()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith("x-ms-")) {
                named.put(name, header.getValue().strip());
            }
        }
        named.forEach(
                (name, value) -> text.append(name).append(':').append(value).append('\n'));
        text.append('/').append(call.target().account()).append(call.head().path());
        List<String> names = new ArrayList<>(call.target().query().keySet());
        names.sort(Collator.getInstance(Locale.ROOT)::compare);
        for (String name : names) {
            text.append('\n')
                    .append(name)
                    .append(':')
                    .append(call.target().query().get(name));
        }
        return text.toString();
    }
}
