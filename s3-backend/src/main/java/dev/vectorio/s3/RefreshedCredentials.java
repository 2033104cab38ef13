package dev.vectorio.s3;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

/**
 * One provider, asked by one thread, for all requests of a backend. What it gave is used until it expires; the next is
 * asked for in good time before ({@link Pace#ahead()}), while requests go on with what is there, so a provider that is
 * throttled for a while goes unnoticed. A failure that may pass is tried again with growing pauses.
 */
final class RefreshedCredentials implements CallCredentials {
    /**
     * When the provider is asked.
     *
     * @param ahead how long before the expiry
     * @param attempts how often in a row
     * @param firstPause before the second attempt; doubled from then on
     * @param again how long after an answer without an expiry, or after a failure in good time
     */
    record Pace(Duration ahead, int attempts, Duration firstPause, Duration again) {
        static Pace of(Duration ahead) {
            return new Pace(ahead, 6, Duration.ofMillis(200), Duration.ofSeconds(10));
        }
    }

    /** What the provider gave, ready to be put on a request. */
    private record Held(
            AwsCredentialsIdentity identity,
            AwsRequestOverrideConfiguration override,
            Instant askFrom,
            Instant usableUntil) {
        Held askFrom(Instant later) {
            return new Held(identity, override, later, usableUntil);
        }
    }

    private final String source;
    private final IdentityProvider<? extends AwsCredentialsIdentity> provider;
    private final Pace pace;
    private final Clock clock;
    private final ScheduledThreadPoolExecutor worker;
    private final AtomicReference<@Nullable Held> held = new AtomicReference<>();
    private final AtomicReference<@Nullable CompletableFuture<Held>> asking = new AtomicReference<>();

    RefreshedCredentials(
            String source, IdentityProvider<? extends AwsCredentialsIdentity> provider, Pace pace, Clock clock) {
        this.source = source;
        this.provider = provider;
        this.pace = pace;
        this.clock = clock;
        this.worker = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "vector-io-s3-credentials");
            thread.setDaemon(true);
            return thread;
        });
        worker.setKeepAliveTime(10, TimeUnit.SECONDS);
        worker.allowCoreThreadTimeOut(true);
        worker.setRemoveOnCancelPolicy(true);
    }

    @Override
    public CompletableFuture<Optional<AwsRequestOverrideConfiguration>> current() {
        Held now = held.get();
        Instant time = clock.instant();
        if (now == null || !time.isBefore(now.usableUntil())) {
            return ask().thenApply(next -> Optional.of(next.override()));
        }
        if (!time.isBefore(now.askFrom())) {
            CompletableFuture<Held> unused = ask(); // in the background
        }
        return CompletableFuture.completedFuture(Optional.of(now.override()));
    }

    @Override
    public CompletableFuture<Boolean> renew(Optional<AwsRequestOverrideConfiguration> expired) {
        Held before = held.get();
        if (before != null && !Optional.of(before.override()).equals(expired)) {
            return CompletableFuture.completedFuture(true); // another request has renewed them already
        }
        return ask().thenApply(next -> before == null || !next.identity().equals(before.identity()));
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public void close() {
        worker.shutdownNow();
        CompletableFuture<Held> open = asking.get();
        if (open != null) {
            open.completeExceptionally(denied("the backend was closed", null));
        }
    }

    /** Ends, well in any case, with the question under way. */
    CompletableFuture<Void> idle() {
        CompletableFuture<Held> open = asking.get();
        return open == null ? CompletableFuture.completedFuture(null) : open.handle((answer, failure) -> null);
    }

    /** Joins the question under way, or puts one. */
    private CompletableFuture<Held> ask() {
        CompletableFuture<Held> mine = new CompletableFuture<>();
        while (true) {
            CompletableFuture<Held> open = asking.get();
            if (open != null) {
                return open;
            }
            if (asking.compareAndSet(null, mine)) {
                later(mine, 1, Duration.ZERO);
                return mine;
            }
        }
    }

    private void later(CompletableFuture<Held> question, int attempt, Duration pause) {
        try {
            var unused = worker.schedule(() -> attempt(question, attempt), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            failed(question, denied("the backend was closed", e));
        }
    }

    private void attempt(CompletableFuture<Held> question, int attempt) {
        CompletableFuture<? extends AwsCredentialsIdentity> answer;
        try {
            answer = provider.resolveIdentity(ResolveIdentityRequest.builder().build());
        } catch (Throwable t) {
            answer = CompletableFuture.failedFuture(t);
        }
        var unused = answer.whenComplete((identity, failure) -> {
            if (failure == null) {
                answered(question, identity);
            } else if (attempt < pace.attempts() && CredentialChain.mayPass(failure)) {
                later(question, attempt + 1, pace.firstPause().multipliedBy(1L << (attempt - 1)));
            } else {
                failed(question, denied(reasonOf(failure), failure));
            }
        });
    }

    private void answered(CompletableFuture<Held> question, AwsCredentialsIdentity identity) {
        Instant now = clock.instant();
        Instant expiry = identity.expirationTime().orElse(Instant.MAX);
        Instant again = now.plus(pace.again());
        // What is close to its expiry, or past it (a provider in trouble may say "go on"), is used but asked for again
        // soon.
        Instant askFrom = identity.expirationTime().isEmpty()
                        || expiry.minus(pace.ahead()).isBefore(again)
                ? again
                : expiry.minus(pace.ahead());
        Held next = new Held(identity, overrideOf(identity), askFrom, expiry.isBefore(again) ? again : expiry);
        held.set(next);
        asking.set(null);
        question.complete(next);
    }

    private void failed(CompletableFuture<Held> question, ObjectReadException failure) {
        held.updateAndGet(
                now -> now == null ? null : now.askFrom(clock.instant().plus(pace.again())));
        asking.set(null);
        question.completeExceptionally(failure);
    }

    private ObjectReadException denied(String why, @Nullable Throwable cause) {
        String message = "no credentials from " + source + ": " + why;
        return cause == null
                ? new ObjectReadException(Kind.ACCESS_DENIED, message)
                : new ObjectReadException(Kind.ACCESS_DENIED, message, StoreAnswer.none(), cause);
    }

    /** The class of the failure and the service's answer; the text of a foreign provider may hold anything. */
    private static String reasonOf(Throwable failure) {
        Throwable t = StoreFailures.unwrap(failure);
        if (t instanceof CredentialChain.NoSourceException none) {
            return String.valueOf(none.getMessage());
        }
        return t.getClass().getSimpleName()
                + (t instanceof SdkServiceException refused ? " (HTTP " + refused.statusCode() + ")" : "");
    }

    private static AwsRequestOverrideConfiguration overrideOf(AwsCredentialsIdentity identity) {
        return AwsRequestOverrideConfiguration.builder()
                .credentialsProvider(new Given(identity))
                .build();
    }

    /** The credentials of one request. */
    private record Given(AwsCredentialsIdentity identity) implements IdentityProvider<AwsCredentialsIdentity> {
        @Override
        public Class<AwsCredentialsIdentity> identityType() {
            return AwsCredentialsIdentity.class;
        }

        @Override
        public CompletableFuture<AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
            return CompletableFuture.completedFuture(identity);
        }

        @Override
        public String toString() {
            return "given credentials";
        }
    }
}
