package dev.vectorio.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.core.client.config.SdkAdvancedClientOption;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.S3ServiceClientConfiguration;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Builds clients from options.
 *
 * @param given credentials that came as an object, which replace those of the options
 * @param poolSize connections
 * @param userAgent product and audit tag, at the front of the user agent
 */
record S3Clients(S3Options options, Optional<AwsCredentialsProvider> given, int poolSize, String userAgent) {
    private static final int DEFAULT_POOL = 64;

    static S3Clients of(S3Options options) {
        return new S3Clients(options, Optional.empty(), options.maxConnections().orElse(DEFAULT_POOL), product());
    }

    /** {@code vector-io/<version>}. */
    static String product() {
        try (InputStream version = S3Clients.class.getResourceAsStream("version.txt")) {
            if (version == null) {
                throw new IllegalStateException("version.txt is missing from the jar");
            }
            return "vector-io/" + new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A backend that owns its client and credentials. */
    S3Backend backend() {
        Source source = source();
        HttpStack http = HttpStack.forRanges(options, poolSize);
        S3AsyncClient client = build(builder(source)
                .httpClient(http.client())
                .overrideConfiguration(override()
                        .retryStrategy(SingleSendRetryStrategy.INSTANCE)
                        .addExecutionInterceptor(new ShortErrors())
                        .build())
                .asyncConfiguration(async -> async.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, http.completion())));
        CallCredentials credentials = source.ofCalls(options.credentialsRefreshAhead());
        return new S3Backend(
                client,
                new SignedCalls(credentials),
                RequestForms.of(options, Optional.empty()),
                ClientPool.of(options.httpClient(), poolSize),
                () -> {
                    client.close();
                    http.close();
                    credentials.close();
                    source.close();
                });
    }

    /** A backend on a client that is somebody else's. */
    static S3Backend backendOn(S3AsyncClient client, int poolSize, S3Options options) {
        S3ServiceClientConfiguration configuration = client.serviceClientConfiguration();
        Source source = new Source(configuration.credentialsProvider(), "the client's own provider", false);
        CallCredentials credentials = source.ofCalls(options.credentialsRefreshAhead());
        SdkPlugin sendOnce = config -> {
            S3ServiceClientConfiguration.Builder s3 = (S3ServiceClientConfiguration.Builder) config;
            s3.responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
            s3.overrideConfiguration(s3.overrideConfiguration().toBuilder()
                    .retryStrategy(SingleSendRetryStrategy.INSTANCE)
                    .addExecutionInterceptor(new ShortErrors())
                    .build());
        };
        return new S3Backend(
                client,
                new SignedCalls(credentials),
                RequestForms.of(options, Optional.of(sendOnce)),
                ClientPool.foreign(poolSize),
                credentials::close);
    }

    S3AsyncClientBuilder builder(Source source) {
        S3AsyncClientBuilder builder = S3AsyncClient.builder()
                .credentialsProvider(source.provider())
                .forcePathStyle(options.pathStyle())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        options.endpoint().ifPresent(builder::endpointOverride);
        region().ifPresent(builder::region);
        return builder;
    }

    private Optional<Region> region() {
        Optional<String> ofEndpoint = options.endpoint().map(URI::toString).map(any -> Region.US_EAST_1.id());
        return options.region().or(() -> ofEndpoint).map(Region::of);
    }

    /** What all clients of these options say and read. */
    ClientOverrideConfiguration.Builder override() {
        ClientOverrideConfiguration.Builder override = ClientOverrideConfiguration.builder()
                .putAdvancedOption(SdkAdvancedClientOption.USER_AGENT_PREFIX, userAgent);
        options.profile().ifPresent(override::defaultProfileName);
        return override;
    }

    /** Builds, with our word for the one thing that options alone do not show to be missing. */
    static S3AsyncClient build(S3AsyncClientBuilder builder) {
        try {
            return builder.build();
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    S3Option.REGION.key() + " is not set, and neither environment, profile nor instance name a region",
                    e);
        }
    }

    /** Where credentials come from. */
    Source source() {
        if (given.isPresent()) {
            return new Source(given.get(), given.get().getClass().getSimpleName(), false);
        }
        if (options.anonymous()) {
            return new Source(AnonymousCredentialsProvider.create(), "nowhere (anonymous)", false);
        }
        if (options.accessKeyId().isPresent()) {
            return new Source(StaticCredentialsProvider.create(keys()), S3Option.ACCESS_KEY_ID.key(), false);
        }
        if (options.profile().isPresent()) {
            String profile = options.profile().get();
            return new Source(ProfileCredentialsProvider.create(profile), "profile " + profile, true);
        }
        return new Source(CredentialChain.ofDefaults(), "the default chain", true);
    }

    private AwsCredentials keys() {
        String id = options.accessKeyId().orElseThrow();
        String secret = options.secretAccessKey().orElseThrow();
        return options.sessionToken()
                .<AwsCredentials>map(token -> AwsSessionCredentials.create(id, secret, token))
                .orElseGet(() -> AwsBasicCredentials.create(id, secret));
    }

    /**
     * A provider.
     *
     * @param owned true if it closes with what uses it
     */
    record Source(IdentityProvider<? extends AwsCredentialsIdentity> provider, String name, boolean owned) {
        CallCredentials ofCalls(Duration ahead) {
            return provider instanceof AnonymousCredentialsProvider
                    ? CallCredentials.anonymous()
                    : new RefreshedCredentials(name, provider, RefreshedCredentials.Pace.of(ahead), Clock.systemUTC());
        }

        void close() {
            if (owned && provider instanceof SdkAutoCloseable closeable) {
                closeable.close();
            }
        }
    }
}
