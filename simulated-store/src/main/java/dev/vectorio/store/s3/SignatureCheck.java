package dev.vectorio.store.s3;

import dev.vectorio.store.object.EntityTags;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks AWS Signature Version 4, in the {@code Authorization} header or in the query, as the S3 API reference describes it
 * ("Authenticating Requests"). Payload hashes are taken as the request states them; chunk signatures are not checked.
 */
final class SignatureCheck {
    private static final DateTimeFormatter AMZ_DATE = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Duration LARGEST_SKEW = Duration.ofMinutes(15);
    private static final Pattern HEADER = Pattern.compile(
            "AWS4-HMAC-SHA256 +Credential=([^/,]+)/([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)");

    private final S3Settings settings;
    private final Clock clock;

    SignatureCheck(S3Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * A signature and what it was made of.
     *
     * @param accessKeyId whose it is
     * @param scope date, region, service and terminator, joined by slashes
     * @param signedHeaders lower-case names joined by semicolons
     * @param date the signing time as it was signed
     * @param signature in hexadecimal digits
     * @param payloadHash what stands for the body
     */
    private record Claim(
            String accessKeyId,
            String scope,
            String signedHeaders,
            String date,
            String signature,
            String payloadHash) {}

    /** Refuses a request whose signature is missing where one is needed, wrong, or out of date. */
    void check(S3Call call) {
        if (settings.secretsByAccessKeyId().isEmpty()) {
            return;
        }
        Optional<Claim> claim = inHeader(call).or(() -> inQuery(call));
        if (claim.isEmpty()) {
            if (settings.anonymousAllowed() && call.header("Authorization").isEmpty()) {
                return;
            }
            throw S3Refusal.accessDenied();
        }
        String secret = settings.secretsByAccessKeyId().getOrDefault(claim.get().accessKeyId(), "");
        if (secret.isEmpty()) {
            throw new S3Refusal(
                    403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
        }
        checkTime(call, claim.get());
        if (!signature(call, claim.get(), secret).equals(claim.get().signature())) {
            throw new S3Refusal(
                    403,
                    "SignatureDoesNotMatch",
                    "The request signature we calculated does not match the signature you provided. Check your key and"
                            + " signing method.");
        }
    }

    private static Optional<Claim> inHeader(S3Call call) {
        Matcher matcher = HEADER.matcher(call.header("Authorization").orElse(""));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String payload = call.header("x-amz-content-sha256").orElse("UNSIGNED-PAYLOAD");
        return Optional.of(new Claim(
                matcher.group(1),
                matcher.group(2),
                matcher.group(3),
                call.header("x-amz-date").orElse(""),
                matcher.group(4),
                payload));
    }

    private static Optional<Claim> inQuery(S3Call call) {
        Map<String, String> query = call.target().query();
        String credential = query.getOrDefault("X-Amz-Credential", "");
        int slash = credential.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        return Optional.of(new Claim(
                credential.substring(0, slash),
                credential.substring(slash + 1),
                query.getOrDefault("X-Amz-SignedHeaders", ""),
                query.getOrDefault("X-Amz-Date", ""),
                query.getOrDefault("X-Amz-Signature", ""),
                query.getOrDefault("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")));
    }

    private void checkTime(S3Call call, Claim claim) {
        Instant signed;
        try {
            signed = LocalDateTime.parse(claim.date(), AMZ_DATE).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new S3Refusal(403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");
        }
        Duration age = Duration.between(signed, clock.instant());
        Optional<Integer> expires = call.target().number("X-Amz-Expires");
        if (expires.isPresent()) {
            if (age.compareTo(Duration.ofSeconds(expires.get())) > 0) {
                throw new S3Refusal(403, "AccessDenied", "Request has expired");
            }
        } else if (age.abs().compareTo(LARGEST_SKEW) > 0) {
            throw new S3Refusal(
                            403,
                            "RequestTimeTooSkewed",
                            "The difference between the request time and the current time is too large.")
                    .element("RequestTime", claim.date())
                    .element("ServerTime", clock.instant().toString());
        }
    }

    private static String signature(S3Call call, Claim claim, String secret) {
        String canonicalHash = CanonicalRequest.hash(call.head(), claim.signedHeaders(), claim.payloadHash());
        String toSign = "AWS4-HMAC-SHA256\n" + claim.date() + "\n" + claim.scope() + "\n" + canonicalHash;
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String step : claim.scope().split("/", -1)) {
            key = hmac(key, step);
        }
        return HexFormat.of().formatHex(hmac(key, toSign));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256 on this platform", e);
        }
    }

    static String sha256(String text) {
        MessageDigest digest = EntityTags.digest("SHA-256");
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
