package dev.vectorio.store.s3;

import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request that S3 answers with an error. Carries no stack trace: it is an answer, not a failure of the store. */
final class S3Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient List<Map.Entry<String, String>> headers = new ArrayList<>();
    private final transient List<Map.Entry<String, String>> elements = new ArrayList<>();

    S3Refusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** The same with a header line. */
    S3Refusal header(String name, String value) {
        headers.add(Map.entry(name, value));
        return this;
    }

    /** The same with an element in the error document. */
    S3Refusal element(String name, String value) {
        elements.add(Map.entry(name, value));
        return this;
    }

    static S3Refusal noSuchKey(String key) {
        return new S3Refusal(404, "NoSuchKey", "The specified key does not exist.").element("Key", key);
    }

    static S3Refusal noSuchBucket(String bucket) {
        return new S3Refusal(404, "NoSuchBucket", "The specified bucket does not exist").element("BucketName", bucket);
    }

    static S3Refusal accessDenied() {
        return new S3Refusal(403, "AccessDenied", "Access Denied");
    }

    static S3Refusal preconditionFailed(String header) {
        return new S3Refusal(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold")
                .element("Condition", header);
    }

    static S3Refusal invalid(String code, String message) {
        return new S3Refusal(400, code, message);
    }

    /** The error document, with the request's id. */
    Answer answer(String resource, String requestId) {
        if (status == 304) {
            return Answer.empty(304).withHeaders(headers);
        }
        S3Xml xml = new S3Xml().open("Error").element("Code", code).element("Message", String.valueOf(getMessage()));
        elements.forEach(e -> xml.element(e.getKey(), e.getValue()));
        xml.element("Resource", resource).element("RequestId", requestId).close("Error");
        return xml.answer(status).withHeaders(headers);
    }
}
