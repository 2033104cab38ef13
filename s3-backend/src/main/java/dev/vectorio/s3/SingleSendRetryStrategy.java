package dev.vectorio.s3;

import java.time.Duration;
import java.util.function.Predicate;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * The client sends a request once and reports: whoever called decides about another attempt. The one exception is a
 * store that refuses the signature because this machine's clock is off: the client then corrects its clock, and only it
 * can, so it sends once more, at once.
 */
final class SingleSendRetryStrategy implements RetryStrategy {
    static final SingleSendRetryStrategy INSTANCE = new SingleSendRetryStrategy();

    private enum Sent implements RetryToken {
        ONCE,
        WITH_CORRECTED_CLOCK
    }

    private SingleSendRetryStrategy() {}

    @Override
    public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
        return AcquireInitialTokenResponse.create(Sent.ONCE, Duration.ZERO);
    }

    @Override
    public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
        if (request.token() == Sent.ONCE
                && request.failure() instanceof SdkServiceException refused
                && refused.isClockSkewException()) {
            return RefreshRetryTokenResponse.create(Sent.WITH_CORRECTED_CLOCK, Duration.ZERO);
        }
        throw new TokenAcquisitionFailedException("sent once", request.token(), request.failure());
    }

    @Override
    public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
        return RecordSuccessResponse.create(request.token());
    }

    @Override
    public int maxAttempts() {
        return Sent.values().length;
    }

    @Override
    public boolean useClientDefaults() {
        return false;
    }

    @Override
    public Builder<?, ?> toBuilder() {
        return new Unchanged();
    }

    /** The interface wants a builder; there is nothing to build differently. */
    private static final class Unchanged implements Builder<Unchanged, SingleSendRetryStrategy> {
        @Override
        public Unchanged retryOnException(Predicate<Throwable> shouldRetry) {
            return this;
        }

        @Override
        public Unchanged maxAttempts(int maxAttempts) {
            return this;
        }

        @Override
        public Unchanged backoffStrategy(BackoffStrategy backoffStrategy) {
            return this;
        }

        @Override
        public Unchanged throttlingBackoffStrategy(BackoffStrategy throttlingBackoffStrategy) {
            return this;
        }

        @Override
        public Unchanged treatAsThrottling(Predicate<Throwable> treatAsThrottling) {
            return this;
        }

        @Override
        public SingleSendRetryStrategy build() {
            return INSTANCE;
        }
    }
}
