package dev.vectorio.store.s3;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RequestFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a request of S3 asks for, in terms that every dialect shares. */
final class S3Facts {
    private static final List<String> CONDITIONS =
            List.of("if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range");
    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/,]+)/");

    private S3Facts() {}

    static RequestFacts of(RequestHead head, S3Target target) {
        Map<String, String> preconditions = new TreeMap<>();
        for (String name : CONDITIONS) {
            head.header(name).ifPresent(value -> preconditions.put(name, value));
        }
        Optional<String> range = head.header("Range");
        return new RequestFacts(
                head.method(),
                operation(head, target),
                target.bucket(),
                target.key(),
                withoutSecrets(head.query()),
                range,
                range.flatMap(RangeSpec::parse),
                preconditions,
                head.header("User-Agent").orElse(""),
                accessKeyId(head, target));
    }

    private static Operation operation(RequestHead head, S3Target target) {
        if (target.key().isEmpty()) {
            return ofBucket(head, target);
        }
        boolean upload = target.has("uploadId") || target.has("uploads");
        return switch (head.method()) {
            case "GET" -> upload ? Operation.LIST : target.has("acl") ? Operation.OTHER : Operation.READ;
            case "HEAD" -> Operation.HEAD;
            case "PUT" ->
                head.header("x-amz-copy-source").isPresent()
                        ? Operation.COPY
                        : upload ? Operation.UPLOAD : Operation.WRITE;
            case "POST" -> upload ? Operation.UPLOAD : Operation.OTHER;
            case "DELETE" -> upload ? Operation.UPLOAD : Operation.DELETE;
            default -> Operation.OTHER;
        };
    }

    private static Operation ofBucket(RequestHead head, S3Target target) {
        if (head.method().equals("POST") && target.has("delete")) {
            return Operation.DELETE;
        }
        boolean configuration = target.has("location") || target.has("versioning") || target.has("acl");
        boolean lists = head.method().equals("GET") && !target.bucket().isEmpty() && !configuration;
        return lists ? Operation.LIST : Operation.BUCKET;
    }

    private static String withoutSecrets(String query) {
        if (!query.contains("X-Amz-")) {
            return query;
        }
        return Arrays.stream(query.split("&", -1))
                .filter(p -> !p.startsWith("X-Amz-Signature=") && !p.startsWith("X-Amz-Security-Token="))
                .collect(Collectors.joining("&"));
    }

    private static String accessKeyId(RequestHead head, S3Target target) {
        Matcher matcher = CREDENTIAL.matcher(head.header("Authorization").orElse(""));
        if (matcher.find()) {
            return matcher.group(1);
        }
        String presigned = target.parameter("X-Amz-Credential").orElse("");
        int slash = presigned.indexOf('/');
        return slash < 0 ? presigned : presigned.substring(0, slash);
    }
}
