package dev.vectorio.store.azure;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RequestFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a request asks for, in terms that every dialect shares. */
final class AzureFacts {
    private static final List<String> CONDITIONS =
            List.of("if-match", "if-none-match", "if-modified-since", "if-unmodified-since");

    private AzureFacts() {}

    static RequestFacts of(RequestHead head, AzureTarget target) {
        Map<String, String> preconditions = new TreeMap<>();
        for (String name : CONDITIONS) {
            head.header(name).ifPresent(value -> preconditions.put(name, value));
        }
        Optional<String> range = rangeHeader(head);
        return new RequestFacts(
                head.method(),
                operation(head, target),
                target.container(),
                target.blob(),
                withoutSignature(head.query()),
                range,
                range.flatMap(RangeSpec::parse),
                preconditions,
                head.header("User-Agent").orElse(""),
                requester(head, target));
    }

    /** Reference, "Specifying the range header for Blob service operations": x-ms-range wins where both are there. */
    static Optional<String> rangeHeader(RequestHead head) {
        return head.header("x-ms-range").or(() -> head.header("Range"));
    }

    private static Operation operation(RequestHead head, AzureTarget target) {
        if (target.blob().isEmpty()) {
            boolean lists =
                    head.method().equals("GET") && (target.is("comp", "list") || target.is("resource", "filesystem"));
            return lists && !target.container().isEmpty() ? Operation.LIST : Operation.BUCKET;
        }
        return switch (head.method()) {
            case "GET" -> target.has("comp") ? Operation.OTHER : Operation.READ;
            case "HEAD" -> Operation.HEAD;
            case "PUT" -> ofPut(head, target);
            case "PATCH" -> Operation.UPLOAD;
            case "DELETE" -> Operation.DELETE;
            default -> Operation.OTHER;
        };
    }

    private static Operation ofPut(RequestHead head, AzureTarget target) {
        boolean copies = head.header("x-ms-copy-source").isPresent()
                || head.header("x-ms-rename-source").isPresent();
        if (copies) {
            return Operation.COPY;
        }
        return switch (target.parameter("comp").orElse("")) {
            case "" -> Operation.WRITE;
            case "block", "blocklist" -> Operation.UPLOAD;
            default -> Operation.OTHER;
        };
    }

    private static String withoutSignature(String query) {
        return query.contains("sig=")
                ? Arrays.stream(query.split("&", -1))
                        .filter(p -> !p.startsWith("sig="))
                        .collect(Collectors.joining("&"))
                : query;
    }

    /** The account of a shared key; "sas" or "bearer" for the other forms of authorization; empty for none. */
    private static String requester(RequestHead head, AzureTarget target) {
        String authorization = head.header("Authorization").orElse("");
        if (authorization.startsWith("SharedKey ")) {
            String credential = authorization.substring("SharedKey ".length());
            return credential.substring(0, Math.max(0, credential.indexOf(':')));
        }
        return authorization.startsWith("Bearer ") ? "bearer" : target.has("sig") ? "sas" : "";
    }
}
