package dev.vectorio.s3;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.vectorio.s3.ScriptedS3.GET;
import static dev.vectorio.s3.ScriptedS3.LOCATION;
import static dev.vectorio.s3.ScriptedS3.refused;
import static dev.vectorio.s3.ScriptedS3.served;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.testkit.Fetch;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

class CredentialsTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration LIFE = Duration.ofMinutes(15);
    private static final RefreshedCredentials.Pace PACE =
            new RefreshedCredentials.Pace(Duration.ofMinutes(5), 3, Duration.ofMillis(1), Duration.ofSeconds(10));

    /** A clock that stands until it is set. */
    private static final class SetClock extends Clock {
        private volatile Instant now = START;

        void set(Duration sinceStart) {
            now = START.plus(sinceStart);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    /** Gives, or throws, what the script says for the n-th question. */
    private static final class ScriptedProvider implements AwsCredentialsProvider {
        private final AtomicInteger asked = new AtomicInteger();
        private final IntFunction<AwsCredentials> script;

        ScriptedProvider(IntFunction<AwsCredentials> script) {
            this.script = script;
        }

        @Override
        public AwsCredentials resolveCredentials() {
            return script.apply(asked.incrementAndGet());
        }
    }

    private static AwsCredentials session(String id, Instant expiry) {
        return AwsSessionCredentials.builder()
                .accessKeyId(id)
                .secretAccessKey("very-secret")
                .sessionToken("very-token")
                .expirationTime(expiry)
                .build();
    }

    private static RuntimeException throttled() {
        return AwsServiceException.builder()
                .statusCode(400)
                .message("Rate exceeded")
                .awsErrorDetails(
                        AwsErrorDetails.builder().errorCode("Throttling").build())
                .build();
    }

    private static RuntimeException refusedRole() {
        return AwsServiceException.builder().statusCode(403).message("no").build();
    }

    private static String idOf(Optional<AwsRequestOverrideConfiguration> override) {
        return override.orElseThrow()
                .credentialsIdentityProvider()
                .orElseThrow()
                .resolveIdentity(ResolveIdentityRequest.builder().build())
                .join()
                .accessKeyId();
    }

    private static String currentId(RefreshedCredentials credentials) {
        return idOf(credentials.current().join());
    }

    @Test
    @DisplayName("B41 64 readers at once ask the credentials provider once")
    void sixtyFourReadersAtOnceAskOnce() {
        ScriptedProvider provider = new ScriptedProvider(n -> session("K" + n, START.plus(LIFE)));
        try (RefreshedCredentials credentials = new RefreshedCredentials("p", provider, PACE, new SetClock())) {
            List<CompletableFuture<String>> readers = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                readers.add(CompletableFuture.supplyAsync(() -> currentId(credentials)));
            }
            assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isEqualTo("K1"));
            assertThat(provider.asked).hasValue(1);
        }
    }

    @Test
    @DisplayName("B41 a throttled credentials provider is asked again")
    void throttledProviderIsAskedAgain() {
        ScriptedProvider provider = new ScriptedProvider(n -> {
            if (n <= 2) {
                throw throttled();
            }
            return session("K" + n, START.plus(LIFE));
        });
        try (RefreshedCredentials credentials = new RefreshedCredentials("p", provider, PACE, new SetClock())) {
            assertThat(currentId(credentials)).isEqualTo("K3");
        }
    }

    @Test
    @DisplayName("B41 a provider that refuses is not asked again, and named")
    void refusedProviderIsNotAskedAgainAndNamed() {
        ScriptedProvider provider = new ScriptedProvider(n -> {
            throw refusedRole();
        });
        try (RefreshedCredentials credentials =
                new RefreshedCredentials("the provider", provider, PACE, new SetClock())) {
            Throwable failure = catchThrowable(() -> credentials.current().join());
            assertThat(failure).isInstanceOf(CompletionException.class);
            assertThat(failure.getCause())
                    .isInstanceOf(ObjectReadException.class)
                    .hasMessageContaining("no credentials from the provider")
                    .hasMessageContaining("HTTP 403");
            assertThat(((ObjectReadException) failure.getCause()).kind()).isEqualTo(Kind.ACCESS_DENIED);
            assertThat(provider.asked).hasValue(1);
        }
    }

    @Test
    @DisplayName("B41 a minute of trouble before the expiry goes unnoticed")
    void troubleOfAMinuteBeforeTheExpiryGoesUnnoticed() {
        AtomicBoolean inTrouble = new AtomicBoolean();
        ScriptedProvider provider = new ScriptedProvider(n -> {
            if (inTrouble.get()) {
                throw throttled();
            }
            return n == 1 ? session("old", START.plus(LIFE)) : session("new", START.plus(LIFE.multipliedBy(2)));
        });
        SetClock clock = new SetClock();
        try (RefreshedCredentials credentials = new RefreshedCredentials("p", provider, PACE, clock)) {
            assertThat(currentId(credentials)).isEqualTo("old");
            clock.set(Duration.ofMinutes(9));
            assertThat(currentId(credentials)).isEqualTo("old");
            assertThat(provider.asked).as("not yet time").hasValue(1);

            inTrouble.set(true);
            for (int second = 0; second < 60; second += 5) {
                clock.set(LIFE.minusMinutes(5).plusSeconds(second));
                assertThat(currentId(credentials)).isEqualTo("old");
                awaitIdle(credentials);
            }
            int askedInTrouble = provider.asked.get() - 1;
            assertThat(askedInTrouble).isBetween(PACE.attempts(), 7 * PACE.attempts());

            inTrouble.set(false);
            clock.set(LIFE.minusMinutes(3));
            assertThat(currentId(credentials)).isEqualTo("old");
            awaitIdle(credentials);
            assertThat(currentId(credentials)).isEqualTo("new");
        }
    }

    /** Waits until no question is open, by joining one that is. */
    private static void awaitIdle(RefreshedCredentials credentials) {
        credentials.idle().join();
    }

    @Test
    void expiredCredentialsAreNotUsed() {
        ScriptedProvider provider = new ScriptedProvider(n -> session("K" + n, START.plus(LIFE.multipliedBy(n))));
        SetClock clock = new SetClock();
        try (RefreshedCredentials credentials = new RefreshedCredentials("p", provider, PACE, clock)) {
            assertThat(currentId(credentials)).isEqualTo("K1");
            clock.set(LIFE);
            assertThat(currentId(credentials)).isEqualTo("K2");
        }
    }

    @Test
    void renewalIsSharedAndSaysWhetherAnythingChanged() {
        ScriptedProvider provider = new ScriptedProvider(n -> session(n < 3 ? "K" + n : "K2", START.plus(LIFE)));
        try (RefreshedCredentials credentials = new RefreshedCredentials("p", provider, PACE, new SetClock())) {
            Optional<AwsRequestOverrideConfiguration> first =
                    credentials.current().join();
            assertThat(credentials.renew(first).join()).isTrue();
            assertThat(credentials.renew(first).join())
                    .as("somebody has renewed them")
                    .isTrue();
            assertThat(provider.asked).hasValue(2);
            Optional<AwsRequestOverrideConfiguration> second =
                    credentials.current().join();
            assertThat(idOf(second)).isEqualTo("K2");
            assertThat(credentials.renew(second).join()).as("the same again").isFalse();
        }
    }

    @Test
    void closingEndsAnOpenQuestion() {
        ScriptedProvider provider = new ScriptedProvider(n -> {
            throw throttled();
        });
        RefreshedCredentials credentials = new RefreshedCredentials(
                "p", provider, new RefreshedCredentials.Pace(LIFE, 100, Duration.ofHours(1), LIFE), new SetClock());
        CompletableFuture<Optional<AwsRequestOverrideConfiguration>> open = credentials.current();
        credentials.close();
        assertThat(catchThrowable(open::join).getCause()).isInstanceOf(ObjectReadException.class);
        assertThat(catchThrowable(() -> credentials.current().join()).getCause())
                .isInstanceOf(ObjectReadException.class);
    }

    @Test
    @DisplayName("B41 the chain does not fall through a provider in trouble to a weaker one")
    void chainDoesNotFallThroughAPlaceInTrouble() {
        ScriptedProvider first = new ScriptedProvider(n -> {
            if (n <= 2) {
                throw throttled();
            }
            return session("strong", START.plus(LIFE));
        });
        ScriptedProvider second = new ScriptedProvider(n -> session("weak", START.plus(LIFE)));
        CredentialChain chain = new CredentialChain(List.of(
                new CredentialChain.Place("first", first, failure -> !CredentialChain.mayPass(failure)),
                new CredentialChain.Place("second", second, failure -> true)));
        try (RefreshedCredentials credentials = new RefreshedCredentials("chain", chain, PACE, new SetClock())) {
            assertThat(currentId(credentials)).isEqualTo("strong");
            assertThat(second.asked).as("the weaker identity").hasValue(0);
        }
    }

    @Test
    void chainPassesOverEmptyPlacesAndStaysWithTheFirstThatAnswers() {
        ScriptedProvider empty = new ScriptedProvider(n -> {
            throw SdkClientException.create("nothing here");
        });
        ScriptedProvider found = new ScriptedProvider(n -> session("K" + n, START.plus(LIFE)));
        CredentialChain chain = new CredentialChain(List.of(
                new CredentialChain.Place("empty", empty, failure -> true),
                new CredentialChain.Place("found", found, failure -> true)));
        for (int i = 1; i <= 3; i++) {
            AwsCredentialsIdentity identity = chain.resolveIdentity(
                            ResolveIdentityRequest.builder().build())
                    .join();
            assertThat(identity.accessKeyId()).isEqualTo("K" + i);
        }
        assertThat(empty.asked).hasValue(1);
    }

    @Test
    void emptyChainNamesThePlaces() {
        ScriptedProvider empty = new ScriptedProvider(n -> {
            throw SdkClientException.create("nothing here");
        });
        CredentialChain chain = new CredentialChain(List.of(
                new CredentialChain.Place("here", empty, failure -> true),
                new CredentialChain.Place("there", empty, failure -> true)));
        try (RefreshedCredentials credentials =
                new RefreshedCredentials("the default chain", chain, PACE, new SetClock())) {
            assertThat(catchThrowable(() -> credentials.current().join()).getCause())
                    .hasMessageContaining("no credentials from the default chain: nothing in here, there");
        }
    }

    @Test
    void whatMayPassIsThrottlingServersInTroubleAndConnections() {
        assertThat(CredentialChain.mayPass(throttled())).isTrue();
        assertThat(CredentialChain.mayPass(
                        AwsServiceException.builder().statusCode(500).build()))
                .isTrue();
        assertThat(CredentialChain.mayPass(SdkClientException.create("x", new IOException("reset"))))
                .isTrue();
        assertThat(CredentialChain.mayPass(refusedRole())).isFalse();
        assertThat(CredentialChain.mayPass(SdkClientException.create("nothing")))
                .isFalse();
    }

    @Test
    void expiredTokenIsSentOnceMoreWithRenewedCredentials() {
        try (ScriptedS3 store = new ScriptedS3()) {
            ScriptedProvider provider =
                    new ScriptedProvider(n -> session("AKID" + n, Instant.now().plus(LIFE)));
            try (S3Backend backend = backend(store, provider)) {
                store.answers(refused(400, "ExpiredToken"), served());
                Fetch.start(backend, GET).requireBytes();
                assertThat(store.requests()).hasSize(2);
                assertThat(store.requests().get(0).getHeader("Authorization")).contains("AKID1/");
                assertThat(store.requests().get(1).getHeader("Authorization")).contains("AKID2/");

                store.answers(refused(400, "ExpiredToken"));
                ObjectReadException failure = Fetch.start(backend, GET).requireFailure(Kind.ACCESS_DENIED);
                assertThat(failure)
                        .hasMessageContaining("ExpiredToken")
                        .hasMessageContaining("ScriptedProvider")
                        .hasMessageNotContaining("very-secret")
                        .hasMessageNotContaining("very-token");
                assertThat(store.requests()).as("once more, and no more").hasSize(2);
            }
        }
    }

    @Test
    void expiredTokenOfAHeadIsRenewedToo() {
        try (ScriptedS3 store = new ScriptedS3()) {
            ScriptedProvider provider =
                    new ScriptedProvider(n -> session("AKID" + n, Instant.now().plus(LIFE)));
            try (S3Backend backend = backend(store, provider)) {
                store.answers(
                        aResponse().withStatus(400), aResponse().withStatus(200).withHeader("Content-Length", "7"));
                assertThat(backend.head(LOCATION).toCompletableFuture().join().length())
                        .isEqualTo(7);
            }
        }
    }

    @Test
    void expiredTokenThatCannotBeRenewedIsSentOnce() {
        try (ScriptedS3 store = new ScriptedS3()) {
            AwsCredentials always = session("AKID", Instant.now().plus(LIFE));
            ScriptedProvider same = new ScriptedProvider(n -> always);
            try (S3Backend backend = backend(store, same)) {
                store.answers(refused(400, "ExpiredToken"));
                Fetch.start(backend, GET).requireFailure(Kind.ACCESS_DENIED);
                assertThat(store.requests()).hasSize(1);
            }
        }
    }

    @Test
    void readWithoutCredentialsIsDeniedAndSendsNothing() {
        try (ScriptedS3 store = new ScriptedS3()) {
            ScriptedProvider provider = new ScriptedProvider(n -> {
                throw refusedRole();
            });
            try (S3Backend backend = backend(store, provider)) {
                store.answers(served());
                assertThat(Fetch.start(backend, GET).requireFailure(Kind.ACCESS_DENIED))
                        .hasMessageContaining("no credentials from ScriptedProvider");
                assertThat(store.requests()).isEmpty();
            }
        }
    }

    private static S3Backend backend(ScriptedS3 store, AwsCredentialsProvider provider) {
        S3Options options = S3Options.defaults()
                .withEndpoint(store.options().endpoint().orElseThrow())
                .withPathStyle(true);
        return new S3Clients(options, Optional.of(provider), 8, "vector-io/test").backend();
    }
}
