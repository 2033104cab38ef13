package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** What a server that checks signatures lets through, and how its refusals read. */
abstract class SignatureChecks {
    private static final String KEY = "signed/a+b c";

    /** How to reach the server. */
    abstract S3Options options();

    /** A bucket on it. */
    abstract TestBucket bucket();

    private GetRequest stored() {
        bucket().put(KEY, "0123456789");
        return new GetRequest(
                new ObjectLocation("s3", bucket().name(), KEY), GetRange.of(ByteRange.of(2, 3)), Optional.empty());
    }

    private S3Options withoutKeys() {
        return S3Options.defaults()
                .withEndpoint(options().endpoint().orElseThrow())
                .withPathStyle(true);
    }

    @Test
    void wrongSecretIsDenied() {
        GetRequest request = stored();
        String id = options().accessKeyId().orElseThrow();
        try (S3Backend backend = S3Backend.create(withoutKeys().withKeys(id, "not-the-secret"))) {
            ObjectReadException failure = Fetch.start(backend, request).requireFailure(Kind.ACCESS_DENIED);
            assertThat(failure.answer().status()).isEqualTo(403);
            assertThat(failure)
                    .hasMessageContaining("vectorio.s3.access-key-id")
                    .hasMessageNotContaining("not-the-secret");
        }
    }

    @Test
    void anonymousIsDenied() {
        GetRequest request = stored();
        try (S3Backend backend = S3Backend.create(withoutKeys().withAnonymous(true))) {
            assertThat(Fetch.start(backend, request)
                            .requireFailure(Kind.ACCESS_DENIED)
                            .answer()
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void presignedAddressServesUntilItIsTamperedWith() throws IOException, InterruptedException {
        stored();
        URI address = presigned();
        assertThat(get(address).statusCode()).isEqualTo(206);
        assertThat(get(address).body()).isEqualTo("234");
        URI tampered = URI.create(address.toString().replace("a%2Bb%20c", "a%2Bb%20d"));
        assertThat(tampered).isNotEqualTo(address);
        assertThat(get(tampered).statusCode()).isEqualTo(403);
    }

    private URI presigned() {
        try (S3Presigner presigner = S3Presigner.builder()
                .endpointOverride(options().endpoint().orElseThrow())
                .region(Region.US_EAST_1)
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        options().accessKeyId().orElseThrow(),
                        options().secretAccessKey().orElseThrow())))
                .build()) {
            return URI.create(presigner
                    .presignGetObject(request -> request.signatureDuration(Duration.ofMinutes(1))
                            .getObjectRequest(get -> get.bucket(bucket().name()).key(KEY)))
                    .url()
                    .toString());
        }
    }

    private static HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .header("Range", "bytes=2-4")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
