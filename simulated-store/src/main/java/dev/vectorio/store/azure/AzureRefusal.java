package dev.vectorio.store.azure;

import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A request that the service answers with an error: reference, "Status and error codes": an {@code x-ms-error-code} header,
 * and a body in XML from the Blob service, in JSON from Data Lake Storage. Carries no stack trace: it is an answer, not a
 * failure of the store.
 */
final class AzureRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient List<Map.Entry<String, String>> headers = new ArrayList<>();
    private final transient List<Map.Entry<String, String>> elements = new ArrayList<>();

    AzureRefusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** The same with a header line. */
    AzureRefusal header(String name, String value) {
        headers.add(Map.entry(name, value));
        return this;
    }

    /** The same with an element in the XML document. */
    AzureRefusal element(String name, String value) {
        elements.add(Map.entry(name, value));
        return this;
    }

    static AzureRefusal blobNotFound(boolean dataLake) {
        return dataLake
                ? new AzureRefusal(404, "PathNotFound", "The specified path does not exist.")
                : new AzureRefusal(404, "BlobNotFound", "The specified blob does not exist.");
    }

    static AzureRefusal containerNotFound(boolean dataLake) {
        return dataLake
                ? new AzureRefusal(404, "FilesystemNotFound", "The specified filesystem does not exist.")
                : new AzureRefusal(404, "ContainerNotFound", "The specified container does not exist.");
    }

    static AzureRefusal permissionMismatch() {
        return new AzureRefusal(
                403,
                "AuthorizationPermissionMismatch",
                "This request is not authorized to perform this operation using this permission.");
    }

    static AzureRefusal authenticationFailed(String detail) {
        return new AzureRefusal(
                        403,
                        "AuthenticationFailed",
                        "Server failed to authenticate the request. Make sure the value of Authorization header is"
                                + " formed correctly including the signature.")
                .element("AuthenticationErrorDetail", detail);
    }

    static AzureRefusal conditionNotMet() {
        return new AzureRefusal(
                412, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.");
    }

    static AzureRefusal invalid(String code, String message) {
        return new AzureRefusal(400, code, message);
    }

    static AzureRefusal invalidHeader(String name, String value) {
        return invalid("InvalidHeaderValue", "The value for one of the HTTP headers is not in the correct format.")
                .element("HeaderName", name)
                .element("HeaderValue", value);
    }

    /** The error document, with the request's id. */
    Answer answer(boolean json, String requestId, String time) {
        if (status == 304) {
            return Answer.empty(304).withHeader("x-ms-error-code", code).withHeaders(headers);
        }
        String message = getMessage() + "\nRequestId:" + requestId + "\nTime:" + time;
        Answer answer;
        if (json) {
            String body = "{\"error\":{\"code\":" + AzureJson.quoted(code) + ",\"message\":" + AzureJson.quoted(message)
                    + "}}";
            answer = Answer.text(status, "application/json;charset=utf-8", body);
        } else {
            AzureXml xml = new AzureXml().open("Error").element("Code", code).element("Message", message);
            elements.forEach(e -> xml.element(e.getKey(), e.getValue()));
            answer = xml.close("Error").answer(status);
        }
        return answer.withHeader("x-ms-error-code", code).withHeaders(headers);
    }
}
