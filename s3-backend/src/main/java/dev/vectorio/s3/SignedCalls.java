package dev.vectorio.s3;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** Sends with the credentials of the moment, and once more with renewed ones where the store says they are over. */
record SignedCalls(CallCredentials credentials) {
    /**
     * Sends.
     *
     * @param send sends once, signed with what it is given; called once or twice
     */
    <T> CompletableFuture<T> call(Function<Optional<AwsRequestOverrideConfiguration>, CompletableFuture<T>> send) {
        return credentials
                .current()
                .thenCompose(given -> send.apply(given)
                        .exceptionallyCompose(failure -> StoreFailures.mayBeExpiredToken(failure)
                                ? again(given, failure, send)
                                : CompletableFuture.failedFuture(failure)));
    }

    private <T> CompletableFuture<T> again(
            Optional<AwsRequestOverrideConfiguration> expired,
            Throwable failure,
            Function<Optional<AwsRequestOverrideConfiguration>, CompletableFuture<T>> send) {
        return credentials
                .renew(expired)
                .exceptionally(trouble -> false)
                .thenCompose(renewed ->
                        renewed ? credentials.current().thenCompose(send) : CompletableFuture.failedFuture(failure));
    }
}
