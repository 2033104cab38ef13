package dev.vectorio.testkit;

import dev.vectorio.spi.GetRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * A pace that holds answers at one place until the test opens it: chosen requests stop before their head, or before the
 * chunk that would go past a number of body bytes. All others pass. Starts closed.
 */
public final class Gate implements Pace {
    private static final CompletionStage<Void> PASS = CompletableFuture.completedStage(null);

    private final Predicate<GetRequest> holds;
    private final long bodyBytes;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private Gate(Predicate<GetRequest> holds, long bodyBytes) {
        this.holds = holds;
        this.bodyBytes = bodyBytes;
    }

    /** Holds the heads of the requests that the predicate chooses. */
    public static Gate beforeHead(Predicate<GetRequest> holds) {
        return new Gate(holds, -1);
    }

    /** Lets the head and the chunks through until at least {@code bodyBytes} of the body went out, then holds. */
    public static Gate inBody(Predicate<GetRequest> holds, long bodyBytes) {
        return new Gate(holds, bodyBytes);
    }

    /** Lets everything through, now and later. Idempotent. */
    public void open() {
        opened.complete(null);
    }

    @Override
    public CompletionStage<Void> beforeHead(GetRequest request) {
        return bodyBytes < 0 && holds.test(request) ? opened : PASS;
    }

    @Override
    public CompletionStage<Void> beforeBytes(GetRequest request, long sent) {
        return bodyBytes >= 0 && sent >= bodyBytes && holds.test(request) ? opened : PASS;
    }
}
