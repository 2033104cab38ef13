package dev.vectorio.store.gcs;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RequestFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a request of the JSON API asks for, in terms that every dialect shares. A request for metadata is a HEAD. */
final class GcsFacts {
    private static final List<String> CONDITIONS =
            List.of("ifGenerationMatch", "ifGenerationNotMatch", "ifMetagenerationMatch", "ifMetagenerationNotMatch");

    private GcsFacts() {}

    static RequestFacts of(RequestHead head, GcsTarget target) {
        Map<String, String> preconditions = new TreeMap<>();
        for (String name : CONDITIONS) {
            target.parameter(name).ifPresent(value -> preconditions.put(name.toLowerCase(Locale.ROOT), value));
        }
        Optional<String> range = head.header("Range");
        return new RequestFacts(
                head.method(),
                operation(head, target),
                target.bucket(),
                target.object(),
                withoutSecrets(head.query()),
                range,
                range.flatMap(RangeSpec::parse),
                preconditions,
                head.header("User-Agent").orElse(""),
                head.header("Authorization").isPresent() ? "bearer" : "");
    }

    private static Operation operation(RequestHead head, GcsTarget target) {
        if (target.service() == GcsTarget.Service.BATCH) {
            return Operation.OTHER;
        } else if (target.isUpload()) {
            return target.parameter("uploadType").filter("resumable"::equals).isPresent()
                    ? Operation.UPLOAD
                    : Operation.WRITE;
        } else if (target.has(2, "o")) {
            return target.object().isEmpty() ? Operation.LIST : ofObject(head, target);
        }
        return Operation.BUCKET;
    }

    private static Operation ofObject(RequestHead head, GcsTarget target) {
        if (target.segment(4).isPresent()) {
            boolean copies = target.has(4, "copyTo") || target.has(4, "rewriteTo") || target.has(4, "compose");
            return copies ? Operation.COPY : Operation.OTHER;
        }
        return switch (head.method()) {
            case "GET" -> target.isMedia() ? Operation.READ : Operation.HEAD;
            case "DELETE" -> Operation.DELETE;
            default -> Operation.OTHER;
        };
    }

    private static String withoutSecrets(String query) {
        return Arrays.stream(query.split("&", -1))
                .filter(p -> !p.startsWith("access_token=") && !p.startsWith("X-Goog-Signature="))
                .collect(Collectors.joining("&"));
    }
}
