package dev.vectorio.store;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The JDK's HTTP client, which knows nothing of S3, in one line per request. */
final class Http {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI store;

    Http(SimulatedStore store) {
        this.store = store.uri();
    }

    /** A request for a raw address below the store's, with headers as name, value, name, value. */
    HttpRequest.Builder request(String address, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(store + address)).timeout(TIMEOUT);
        return headers.length == 0 ? request : request.headers(headers);
    }

    HttpResponse<byte[]> get(String address, String... headers) throws IOException, InterruptedException {
        return client.send(request(address, headers).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    CompletableFuture<HttpResponse<byte[]>> getAsync(String address, String... headers) {
        return client.sendAsync(request(address, headers).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> head(String address, String... headers) throws IOException, InterruptedException {
        return send("HEAD", address, new byte[0], headers);
    }

    HttpResponse<byte[]> put(String address, byte[] body, String... headers) throws IOException, InterruptedException {
        return send("PUT", address, body, headers);
    }

    HttpResponse<byte[]> post(String address, String body, String... headers) throws IOException, InterruptedException {
        return send("POST", address, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<byte[]> delete(String address, String... headers) throws IOException, InterruptedException {
        return send("DELETE", address, new byte[0], headers);
    }

    HttpResponse<byte[]> send(String method, String address, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.BodyPublisher publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        return client.send(
                request(address, headers).method(method, publisher).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
