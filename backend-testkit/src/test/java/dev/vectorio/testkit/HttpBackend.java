package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The smallest backend that keeps the contract over a network: anonymous S3 through the JDK's own HTTP client. */
final class HttpBackend implements ObjectStoreBackend {
    private static final Pattern CODE = Pattern.compile("<Code>(.*?)</Code>");

    private final URI endpoint;
    private final HttpClient client;
    private volatile boolean closed;

    HttpBackend(URI endpoint, HttpClient client) {
        this.endpoint = endpoint;
        this.client = client;
    }

    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("http", true, true, 24);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        if (closed) {
            return CompletableFuture.failedFuture(closed(location));
        }
        HttpRequest request = HttpRequest.newBuilder(uri(location, ""))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenCompose(answer -> answer.statusCode() == 200
                        ? CompletableFuture.completedFuture(new ObjectMetadata(
                                location, contentLength(answer.headers()).orElse(0), etag(answer.headers())))
                        : CompletableFuture.failedFuture(refusal(answer.statusCode(), answer.headers(), "")));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        HttpTransfer transfer = new HttpTransfer(sink);
        if (closed) {
            transfer.end(closed(request.location()));
            return transfer;
        }
        Optional<ObjectVersion> id = request.ifVersion().filter(v -> v.kind() == ObjectVersion.Kind.VERSION_ID);
        HttpRequest.Builder message = HttpRequest.newBuilder(uri(
                        request.location(),
                        id.map(v -> "?versionId=" + v.token()).orElse("")))
                .header("Range", request.range().toHttpHeader());
        request.ifVersion()
                .filter(v -> v.kind() == ObjectVersion.Kind.ETAG)
                .ifPresent(v -> message.header("If-Match", v.token()));
        transfer.start(client, message.build());
        return transfer;
    }

    private URI uri(ObjectLocation location, String query) {
        String key = URLEncoder.encode(location.key(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        return URI.create(endpoint + "/" + location.authority() + "/" + key + query);
    }

    private static ObjectReadException closed(ObjectLocation location) {
        return new ObjectReadException(Kind.CANCELLED, "the backend is closed: " + location);
    }

    static OptionalLong contentLength(HttpHeaders headers) {
        return headers.firstValueAsLong("Content-Length");
    }

    static Optional<ObjectVersion> etag(HttpHeaders headers) {
        return headers.firstValue("ETag").map(ObjectVersion::etag);
    }

    static ObjectReadException refusal(int status, HttpHeaders headers, String body) {
        Kind kind = switch (status) {
            case 404 -> Kind.NOT_FOUND;
            case 401, 403 -> Kind.ACCESS_DENIED;
            case 412 -> Kind.OBJECT_CHANGED;
            case 416 -> Kind.OUT_OF_BOUNDS;
            case 429, 503 -> Kind.THROTTLED;
            default -> status >= 500 ? Kind.TRANSIENT : Kind.PROTOCOL;
        };
        Matcher code = CODE.matcher(body);
        OptionalLong length = headers.firstValue("Content-Range")
                .flatMap(ContentRange::parse)
                .map(ContentRange::total)
                .orElse(OptionalLong.empty());
        StoreAnswer answer = StoreAnswer.ofStatus(status)
                .withCode(
                        code.find() ? Optional.of(code.group(1)) : Optional.empty(),
                        headers.firstValue("x-amz-request-id"))
                .withRetryAfter(headers.firstValue("Retry-After").map(s -> Duration.ofSeconds(Long.parseLong(s))))
                .withObjectLength(length);
        return new ObjectReadException(kind, "HTTP " + status, answer);
    }

    /** The client is the caller's and stays open. */
    @Override
    public void close() {
        closed = true;
    }
}
