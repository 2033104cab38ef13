package dev.vectorio.store.s3;

import dev.vectorio.store.http.RequestHead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The form of a request that Signature Version 4 signs. S3 signs the path as it is sent, encoded once. */
final class CanonicalRequest {
    private CanonicalRequest() {}

    static String hash(RequestHead head, String signedHeaders, String payloadHash) {
        StringBuilder text = new StringBuilder();
        text.append(head.method()).append('\n').append(head.path()).append('\n');
        text.append(query(head.query())).append('\n');
        for (String name : signedHeaders.split(";", -1)) {
            String values = head.headers().getAll(name).stream()
                    .map(v -> v.strip().replaceAll(" +", " "))
                    .collect(Collectors.joining(","));
            text.append(name).append(':').append(values).append('\n');
        }
        text.append('\n').append(signedHeaders).append('\n').append(payloadHash);
        return SignatureCheck.sha256(text.toString());
    }

    private static String query(String raw) {
        List<String> pairs = new ArrayList<>();
        for (String pair : raw.split("&", -1)) {
            if (!pair.isEmpty() && !pair.startsWith("X-Amz-Signature=")) {
                pairs.add(pair.contains("=") ? pair : pair + "=");
            }
        }
        Collections.sort(pairs);
        return String.join("&", pairs);
    }
}
