package dev.vectorio.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.s3.S3Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.transfer.s3.S3TransferManager;

/**
 * The real SDK and its Transfer Manager on a store that checks every signature. One store and one Netty client for all,
 * since the client takes two seconds to close.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AwsSdkTest {
    private static final String KEY_ID = "AKIDSIMULATED";
    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, "the-secret"));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withS3(S3Settings.defaults()
                    .withSecrets(Map.of(KEY_ID, "the-secret"))
                    .withAnonymousAllowed(false)));
    private final S3AsyncClient async = asyncClient(CREDENTIALS);
    private final byte[] content = ObjectReadsTest.randomBytes(300_000, 3);

    @BeforeEach
    void emptyBucketAndLog() throws Exception {
        Bucket bucket = store.bucket("b");
        bucket.keys().forEach(bucket::delete);
        assertThat(store.log().awaitIdle(Duration.ofSeconds(10))).isTrue();
        store.log().clear();
    }

    @AfterAll
    void closeAll() {
        async.close();
        store.close();
    }

    private S3AsyncClient asyncClient(AwsCredentialsProvider credentials) {
        return S3AsyncClient.builder()
                .endpointOverride(store.uri())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(credentials)
                .multipartEnabled(true)
                .build();
    }

    private S3Client syncClient(AwsCredentialsProvider credentials) {
        return S3Client.builder()
                .endpointOverride(store.uri())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(credentials)
                .build();
    }

    private byte[] get(String key, String range) {
        return async.getObject(g -> g.bucket("b").key(key).range(range), AsyncResponseTransformer.toBytes())
                .join()
                .asByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a b", "a+b", "a%2Fb", "a//b", "p=1/q#r?s&t", "ä/日本/🙂", "dir/", "~!*'()"})
    void keysRoundTripSigned(String key) {
        PutObjectResponse put = async.putObject(p -> p.bucket("b").key(key), AsyncRequestBody.fromBytes(content))
                .join();
        assertThat(store.bucket("b").keys()).containsExactly(key);
        ResponseBytes<GetObjectResponse> get = async.getObject(
                        g -> g.bucket("b").key(key).ifMatch(put.eTag()), AsyncResponseTransformer.toBytes())
                .join();
        assertThat(get.asByteArray()).isEqualTo(content);
        List<S3Object> listed = async.listObjectsV2(l -> l.bucket("b")).join().contents();
        assertThat(listed).extracting(S3Object::key).containsExactly(key);
        assertThat(store.log().records().stream().map(r -> r.facts().accessKeyId()))
                .containsOnly(KEY_ID);
    }

    @Test
    void rangesAndSuffixesComeExactly() {
        store.put("b", "k", content);
        assertThat(get("k", "bytes=100-199")).isEqualTo(Arrays.copyOfRange(content, 100, 200));
        assertThat(get("k", "bytes=-7")).isEqualTo(Arrays.copyOfRange(content, 299_993, 300_000));
        assertThatThrownBy(() -> get("k", "bytes=300000-300001"))
                .hasCauseInstanceOf(S3Exception.class)
                .cause()
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(416));
    }

    @Test
    void errorsAreUnderstood() {
        store.put("b", "k", content);
        assertThatThrownBy(() -> get("none", "bytes=0-1")).hasCauseInstanceOf(NoSuchKeyException.class);
        assertThatThrownBy(() -> async.getObject(
                                g -> g.bucket("b").key("k").ifMatch("\"other\""), AsyncResponseTransformer.toBytes())
                        .join())
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        assertThatThrownBy(
                        () -> async.headObject(h -> h.bucket("b").key("none")).join())
                .satisfies(e -> assertThat(refusal(e).statusCode()).isEqualTo(404));
    }

    private static S3Exception refusal(Throwable e) {
        return (S3Exception) Objects.requireNonNull(e instanceof CompletionException ? e.getCause() : e);
    }

    private static String code(Throwable e) {
        assertThat(refusal(e).requestId()).startsWith("REQ");
        return refusal(e).awsErrorDetails().errorCode();
    }

    @Test
    void wrongSecretsUnknownKeysAndAnonymousRequestsAreRefused() {
        store.put("b", "k", content);
        Map<AwsCredentialsProvider, String> expected = Map.of(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, "wrong")),
                "SignatureDoesNotMatch",
                StaticCredentialsProvider.create(AwsBasicCredentials.create("OTHER", "the-secret")),
                "InvalidAccessKeyId",
                AnonymousCredentialsProvider.create(),
                "AccessDenied");
        expected.forEach((credentials, code) -> {
            try (S3Client client = syncClient(credentials)) {
                assertThatThrownBy(
                                () -> client.getObjectAsBytes(g -> g.bucket("b").key("k")))
                        .satisfies(e -> assertThat(code(e)).isEqualTo(code));
            }
        });
    }

    @Test
    void presignedUrlsAreChecked() throws Exception {
        store.put("b", "k x", content);
        try (S3Presigner presigner = S3Presigner.builder()
                .endpointOverride(store.uri())
                .region(Region.US_EAST_1)
                .serviceConfiguration(PATH_STYLE)
                .credentialsProvider(CREDENTIALS)
                .build()) {
            URI url = presigner
                    .presignGetObject(p -> p.signatureDuration(Duration.ofMinutes(5))
                            .getObjectRequest(g -> g.bucket("b").key("k x")))
                    .url()
                    .toURI();
            HttpClient client = HttpClient.newHttpClient();
            HttpResponse<byte[]> answer =
                    client.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.body()).isEqualTo(content);
            HttpRequest tampered = HttpRequest.newBuilder(
                            URI.create(url.toString().replace("k%20x", "k%20y")))
                    .build();
            assertThat(client.send(tampered, HttpResponse.BodyHandlers.ofByteArray())
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "SHA1", "SHA256"})
    void checksumsOfTheSdkAreCheckedAndReturned(ChecksumAlgorithm algorithm) {
        try (S3Client client = syncClient(CREDENTIALS)) {
            client.putObject(p -> p.bucket("b").key("k").checksumAlgorithm(algorithm), RequestBody.fromBytes(content));
            ResponseBytes<GetObjectResponse> get =
                    client.getObjectAsBytes(g -> g.bucket("b").key("k").checksumMode(ChecksumMode.ENABLED));
            assertThat(get.asByteArray()).isEqualTo(content);
            assertThat(store.bucket("b").current("k").orElseThrow().attributes().checksums())
                    .containsKey(algorithm.toString().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void syncClientListsCopiesAndDeletes() {
        try (S3Client client = syncClient(CREDENTIALS)) {
            for (int i = 0; i < 12; i++) {
                String key = "dir/" + i;
                client.putObject(p -> p.bucket("b").key(key), RequestBody.fromBytes(content));
            }
            client.copyObject(c -> c.sourceBucket("b")
                    .sourceKey("dir/3")
                    .destinationBucket("b")
                    .destinationKey("copy of 3"));
            assertThat(client.getObjectAsBytes(g -> g.bucket("b").key("copy of 3"))
                            .asByteArray())
                    .isEqualTo(content);
            List<ObjectIdentifier> keys =
                    client
                            .listObjectsV2Paginator(
                                    l -> l.bucket("b").prefix("dir/").maxKeys(5))
                            .contents()
                            .stream()
                            .map(o -> ObjectIdentifier.builder().key(o.key()).build())
                            .toList();
            assertThat(keys).hasSize(12);
            assertThat(client.deleteObjects(d -> d.bucket("b")
                                    .delete(Delete.builder().objects(keys).build()))
                            .deleted())
                    .hasSize(12);
            assertThat(store.bucket("b").keys()).containsExactly("copy of 3");
            assertThat(client.headBucket(h -> h.bucket("b")).bucketRegion()).isEqualTo("us-east-1");
        }
    }

    @Test
    void fiftyParallelReadsOfTheNettyClientComeRight() {
        store.put("b", "k", content);
        List<CompletableFuture<ResponseBytes<GetObjectResponse>>> reads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String range = "bytes=" + i * 1000 + "-" + (i * 1000 + 4999);
            reads.add(async.getObject(g -> g.bucket("b").key("k").range(range), AsyncResponseTransformer.toBytes()));
        }
        for (int i = 0; i < 50; i++) {
            assertThat(reads.get(i).join().asByteArray())
                    .isEqualTo(Arrays.copyOfRange(content, i * 1000, i * 1000 + 5000));
        }
        assertThat(store.log().gets()).isEqualTo(50);
        assertThat(store.log().bytesSent()).isEqualTo(250_000);
    }

    @Test
    void transferManagerUploadsInPartsAndDownloadsByParts(@TempDir Path directory) throws Exception {
        byte[] large = ObjectReadsTest.randomBytes(40 << 20, 4);
        Path file = Files.write(directory.resolve("up"), large);
        try (S3TransferManager transfers =
                S3TransferManager.builder().s3Client(async).build()) {
            transfers
                    .uploadFile(u ->
                            u.source(file).putObjectRequest(p -> p.bucket("b").key("large")))
                    .completionFuture()
                    .join();
            assertThat(store.bucket("b").current("large").orElseThrow().partLengths())
                    .hasSize(5);
            store.log().clear();
            Path down = directory.resolve("down");
            transfers
                    .downloadFile(d -> d.destination(down)
                            .getObjectRequest(g -> g.bucket("b").key("large")))
                    .completionFuture()
                    .join();
            assertThat(Files.mismatch(file, down)).isEqualTo(-1);
            assertThat(store.log().records().of(Operation.READ).stream()
                            .map(r -> r.facts().query()))
                    .hasSize(5)
                    .allMatch(query -> query.startsWith("partNumber="));
        }
    }

    @Test
    void abortedReadsAreSeen() throws Exception {
        store.putSynthetic("b", "huge", 10_000_000_000L, 1);
        async.getObject(g -> g.bucket("b").key("huge"), AsyncResponseTransformer.toPublisher())
                .join()
                .subscribe(new CancellingSubscriber());
        assertThat(store.log().awaitIdle(Duration.ofSeconds(10))).isTrue();
        assertThat(store.log().records().list().get(0).outcome()).isEqualTo(RequestRecord.Outcome.ABORTED_BY_CLIENT);
    }

    /** Cancels at the first bytes. */
    private static final class CancellingSubscriber implements Subscriber<ByteBuffer> {
        private Optional<Subscription> subscription = Optional.empty();

        @Override
        public void onSubscribe(Subscription given) {
            subscription = Optional.of(given);
            given.request(1);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
            subscription.ifPresent(Subscription::cancel);
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
