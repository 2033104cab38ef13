package dev.vectorio.adls;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.FluxUtil;
import dev.vectorio.spi.HttpRefusal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A refusal that shows the client of its body what it can do with: it gathers all of it in memory whatever its length, and
 * logs one that is no XML. The kind of a failure is known by its status and by the code in a header.
 */
final class ShortError extends HttpResponse {
    private final HttpResponse whole;

    private ShortError(HttpResponse whole) {
        super(whole.getRequest());
        this.whole = whole;
    }

    /** The answer, if it refuses with its body cut. */
    static HttpResponse of(HttpResponse answer) {
        return answer.getStatusCode() < 300 ? answer : new ShortError(answer);
    }

    @Override
    public int getStatusCode() {
        return whole.getStatusCode();
    }

    @Override
    @Deprecated
    public String getHeaderValue(String name) {
        return whole.getHeaders().getValue(HttpHeaderName.fromString(name));
    }

    @Override
    public HttpHeaders getHeaders() {
        return whole.getHeaders();
    }

    @Override
    public Flux<ByteBuffer> getBody() {
        return getBodyAsByteArray().map(ByteBuffer::wrap).flux();
    }

    /** Cancels behind the last byte that is wanted, which closes the connection. */
    @Override
    public Mono<byte[]> getBodyAsByteArray() {
        return Mono.defer(() -> {
            AtomicInteger left = new AtomicInteger(HttpRefusal.LONGEST_BODY_BYTES);
            Flux<ByteBuffer> front = whole.getBody()
                    .map(bytes -> bytes.slice().limit(Math.min(left.get(), bytes.remaining())))
                    .takeUntil(kept -> left.addAndGet(-kept.remaining()) == 0);
            return FluxUtil.collectBytesInByteBufferStream(front).map(HttpRefusal::xmlOf);
        });
    }

    @Override
    public Mono<String> getBodyAsString() {
        return getBodyAsString(StandardCharsets.UTF_8);
    }

    @Override
    public Mono<String> getBodyAsString(Charset charset) {
        return getBodyAsByteArray().map(bytes -> new String(bytes, charset));
    }

    @Override
    public void close() {
        whole.close();
    }
}
