package dev.vectorio.s3;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** With what a request is signed. Thread-safe. */
interface CallCredentials extends AutoCloseable {
    /**
     * What to sign the next request with; nothing to leave it to the client (an anonymous one).
     *
     * @return a stage that fails with an {@link dev.vectorio.model.ObjectReadException} of kind {@code ACCESS_DENIED}
     */
    CompletableFuture<Optional<AwsRequestOverrideConfiguration>> current();

    /**
     * Asks for others, because the store says that {@code expired} are over.
     *
     * @return true if {@link #current()} now gives others
     */
    CompletableFuture<Boolean> renew(Optional<AwsRequestOverrideConfiguration> expired);

    /** Where they come from, for messages; holds nothing secret. */
    String source();

    @Override
    void close();

    /** For public objects: nothing is signed. */
    static CallCredentials anonymous() {
        return new CallCredentials() {
            @Override
            public CompletableFuture<Optional<AwsRequestOverrideConfiguration>> current() {
                return CompletableFuture.completedFuture(Optional.empty());
            }

            @Override
            public CompletableFuture<Boolean> renew(Optional<AwsRequestOverrideConfiguration> expired) {
                return CompletableFuture.completedFuture(false);
            }

            @Override
            public String source() {
                return "nowhere (anonymous)";
            }

            @Override
            public void close() {}
        };
    }
}
