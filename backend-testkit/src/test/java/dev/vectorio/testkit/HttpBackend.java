package dev.vectorio.testkit;

import dev.vectorio.model.*;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.*;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.*;

/** Ranged reads from any web server that knows ranges and ETags. The client is the caller's and stays open. */
record HttpBackend(URI endpoint, HttpClient client, ExecutorService threads) implements ObjectStoreBackend {
    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("http", true, true, 24);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        if (threads.isShutdown()) {
            return CompletableFuture.failedFuture(new ObjectReadException(Kind.CANCELLED, location + ": closed"));
        }
        HttpRequest request =
                to(location).method("HEAD", HttpRequest.BodyPublishers.noBody()).build();
        return client.sendAsync(request, BodyHandlers.discarding()).thenCompose(answer -> {
            HttpHeaders said = answer.headers();
            return answer.statusCode() == 200
                    ? CompletableFuture.completedFuture(new ObjectMetadata(
                            location, said.firstValueAsLong("Content-Length").orElse(0), tag(said)))
                    : CompletableFuture.failedFuture(refusal(location, answer));
        });
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        HttpRequest.Builder message =
                to(request.location()).header("Range", request.range().toHttpHeader());
        request.ifVersion().ifPresent(version -> message.header("If-Match", version.token()));
        Executor open = threads.isShutdown() ? Runnable::run : threads;
        return BlockingTransfer.start(open, transfer -> {
            if (open != threads) {
                throw new ObjectReadException(Kind.CANCELLED, request.location() + ": closed");
            }
            CompletableFuture<HttpResponse<InputStream>> sent =
                    client.sendAsync(message.build(), BodyHandlers.ofInputStream());
            transfer.onCancel(() -> sent.cancel(true)); // before the head comes
            try (InputStream body = sent.get().body()) {
                transfer.onCancel(body); // and after it
                if (sent.get().statusCode() / 100 != 2) {
                    throw refusal(request.location(), sent.get());
                }
                boolean wanted = sink.onHead(headOf(sent.get()));
                byte[] chunk = new byte[1 << 16];
                for (int n = 0; wanted && !transfer.isCancelled() && (n = body.read(chunk)) >= 0; ) {
                    sink.onBytes(ByteBuffer.wrap(chunk, 0, n));
                }
            } catch (ObjectReadException e) {
                throw e;
            } catch (Exception e) {
                boolean stranger = UntrustedCertificate.causes(e); // no further attempt heals that
                Kind kind = transfer.isCancelled() ? Kind.CANCELLED : stranger ? Kind.UNSUPPORTED : Kind.TRANSIENT;
                String why =
                        stranger ? UntrustedCertificate.MESSAGE : ConnectionFailure.message(Optional.of(endpoint), e);
                throw new ObjectReadException(kind, request.location() + ": " + why, StoreAnswer.none(), e);
            }
            if (transfer.isCancelled()) {
                throw new ObjectReadException(Kind.CANCELLED, request.location() + ": cancelled");
            }
        });
    }

    private HttpRequest.Builder to(ObjectLocation location) {
        String key = URLEncoder.encode(location.key(), StandardCharsets.UTF_8).replace("+", "%20");
        return HttpRequest.newBuilder(
                URI.create(endpoint + "/" + location.authority() + "/" + key.replace("%2F", "/")));
    }

    private static Optional<ObjectVersion> tag(HttpHeaders headers) {
        return headers.firstValue("ETag").map(ObjectVersion::etag);
    }

    private static Optional<ContentRange> range(HttpHeaders headers) {
        return headers.firstValue("Content-Range").flatMap(ContentRange::parse);
    }

    private static ResponseHead headOf(HttpResponse<?> answer) {
        HttpHeaders said = answer.headers();
        OptionalLong length = said.firstValueAsLong("Content-Length");
        return new ResponseHead(
                answer.statusCode(), length, range(said), tag(said), Optional.empty(), Optional.empty());
    }

    private static ObjectReadException refusal(ObjectLocation location, HttpResponse<?> answer) {
        StoreAnswer said = StoreAnswer.ofStatus(answer.statusCode())
                .withRetryAfter(answer.headers()
                        .firstValue("Retry-After")
                        .flatMap(text -> HttpRefusal.retryAfter(text, Instant.now())))
                .withObjectLength(
                        range(answer.headers()).map(ContentRange::total).orElse(OptionalLong.empty()));
        Kind kind = HttpRefusal.kindOf(answer.statusCode());
        return new ObjectReadException(kind, location + ": " + HttpRefusal.words(said), said);
    }

    /** What runs comes to its end; nothing begins. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
