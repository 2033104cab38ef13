package dev.vectorio.s3;

import dev.vectorio.spi.GuardedSink;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** One GET under way. */
final class ObjectTransfer implements Transfer {
    /** Sends the request, signed with the first argument, and gives the answer to the second. */
    interface Sender {
        CompletableFuture<Void> send(
                Optional<AwsRequestOverrideConfiguration> override,
                AsyncResponseTransformer<GetObjectResponse, Void> answer);
    }

    private final StoreFailures failures;
    private final GuardedSink sink;
    private final boolean mayDropBodies;
    /** What {@link #cancel()} aborts. */
    private final AtomicReference<@Nullable CompletableFuture<?>> underWay = new AtomicReference<>();

    private ObjectTransfer(StoreFailures failures, ResponseSink sink, boolean mayDropBodies) {
        this.failures = failures;
        this.mayDropBodies = mayDropBodies;
        this.sink = new GuardedSink(sink);
    }

    /**
     * Sends the request.
     *
     * @param mayDropBodies as in {@link ClientPool}
     */
    static ObjectTransfer start(
            SignedCalls calls, StoreFailures failures, ResponseSink sink, boolean mayDropBodies, Sender sender) {
        ObjectTransfer transfer = new ObjectTransfer(failures, sink, mayDropBodies);
        Function<Optional<AwsRequestOverrideConfiguration>, CompletableFuture<Void>> send =
                override -> transfer.send(sender, override);
        var unused = calls.call(send).whenComplete((nothing, failure) -> transfer.ended(failure));
        return transfer;
    }

    @Override
    public CompletionStage<Void> done() {
        return sink.done();
    }

    @Override
    public void cancel() {
        end(failures.cancelled());
    }

    /** Ends the transfer with this failure, unless it has ended, and frees its connection. */
    void end(Throwable why) {
        sink.fail(why);
        CompletableFuture<?> now = underWay.get();
        if (now != null) {
            now.cancel(true);
        }
    }

    private CompletableFuture<Void> send(Sender sender, Optional<AwsRequestOverrideConfiguration> override) {
        if (sink.hasEnded()) {
            return CompletableFuture.failedFuture(failures.cancelled());
        }
        CompletableFuture<Void> answer = sender.send(override, new SinkTransformer(sink, failures, mayDropBodies));
        underWay.set(answer);
        if (sink.hasEnded()) {
            answer.cancel(true); // cancelled, or not wanted, before there was anything to abort
        }
        return answer;
    }

    private void ended(@Nullable Throwable failure) {
        if (failure == null) {
            sink.complete();
        } else {
            sink.fail(failures.of(failure));
        }
    }
}
