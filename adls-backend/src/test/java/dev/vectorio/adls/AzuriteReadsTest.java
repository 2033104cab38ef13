package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.file.datalake.DataLakeFileClient;
import com.azure.storage.file.datalake.DataLakeServiceClientBuilder;
import com.azure.storage.file.datalake.models.FileRange;
import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Microsoft's Blob client, Microsoft's Data Lake client and the backend read the same of Azurite. */
@EnabledIfEnvironmentVariable(named = AzuriteServer.ENDPOINT, matches = ".+", disabledReason = AzuriteServer.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AzuriteReadsTest {
    private static final int LENGTH = 5_000_000;
    private static final String HOST = TestContainer.ACCOUNT + ".dfs.core.windows.net";

    private AzuriteServer server;
    private TestContainer container;
    private byte[] content;

    @BeforeAll
    void putBlob() {
        server = AzuriteServer.fromEnvironment();
        container = server.container("reads");
        content = SimulatedAccount.content(LENGTH);
        container.put("dir/blob", content);
    }

    private static ObjectLocation location() {
        return new ObjectLocation("abfs", "reads@" + HOST, "dir/blob");
    }

    private DataLakeFileClient dataLakeFile() {
        return new DataLakeServiceClientBuilder()
                .endpoint(server.endpoint() + "/" + TestContainer.ACCOUNT)
                .credential(new StorageSharedKeyCredential(TestContainer.ACCOUNT, server.key()))
                .buildClient()
                .getFileSystemClient("reads")
                .getFileClient("dir/blob");
    }

    @Test
    void allThreeClientsReadTheSameBytesOfTheSameVersion() {
        ByteArrayOutputStream blob = new ByteArrayOutputStream();
        var blobAnswer = container
                .client()
                .getBlobContainerClient("reads")
                .getBlobClient("dir/blob")
                .downloadStreamWithResponse(blob, new BlobRange(1_000, 5_000L), null, null, false, null, Context.NONE);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        var fileAnswer = dataLakeFile()
                .readWithResponse(file, new FileRange(1_000, 5_000L), null, null, false, null, Context.NONE);
        try (AdlsBackend backend = AdlsBackend.create(server.options())) {
            Fetch fetch = Fetch.start(backend, SimulatedAccount.get(location(), 1_000, 5_000));
            assertThat(fetch.requireBytes())
                    .isEqualTo(blob.toByteArray())
                    .isEqualTo(file.toByteArray())
                    .isEqualTo(Arrays.copyOfRange(content, 1_000, 6_000));
            String tag = fetch.requireHead().version().orElseThrow().token().replace("\"", "");
            assertThat(tag)
                    .isEqualTo(blobAnswer.getDeserializedHeaders().getETag())
                    .isEqualTo(fileAnswer.getDeserializedHeaders().getETag());
            assertThat(backend.head(location()).toCompletableFuture().join().length())
                    .isEqualTo(dataLakeFile().getProperties().getFileSize());
        }
    }

    @Test
    void readersGetTheirRangesThroughVectorIo() throws Exception {
        try (VectorIo io = VectorIo.builder()
                        .properties(Map.of(
                                "vectorio.adls.endpoint", server.endpoint().toString(),
                                "vectorio.adls.account-key.devstoreaccount1", server.key()))
                        .build();
                RangeReader reader = io.open(location());
                VectoredRead tail = reader.readTail(100_000);
                VectoredRead read =
                        reader.readVectored(List.of(ByteRange.of(10, 90), ByteRange.of(2_000_000, 1_500_000)))) {
            assertThat(bytes(tail.await().get(0))).isEqualTo(Arrays.copyOfRange(content, LENGTH - 100_000, LENGTH));
            List<RangeResult> ranges = read.await();
            assertThat(bytes(ranges.get(0))).isEqualTo(Arrays.copyOfRange(content, 10, 100));
            assertThat(Arrays.equals(bytes(ranges.get(1)), Arrays.copyOfRange(content, 2_000_000, 3_500_000)))
                    .isTrue();
        }
    }

    private static byte[] bytes(RangeResult result) {
        ByteBuffer view = result.buffer();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        return copy;
    }

    @Test
    void anotherVersionIsRefused() {
        try (AdlsBackend backend = AdlsBackend.create(server.options())) {
            Fetch fetch = Fetch.start(
                    backend,
                    new GetRequest(
                            location(),
                            GetRange.of(ByteRange.of(0, 10)),
                            Optional.of(ObjectVersion.etag("\"0x8D0000000000000\""))));
            ObjectReadException failure = fetch.requireFailure(Kind.OBJECT_CHANGED);
            assertThat(failure.answer().code()).contains("ConditionNotMet");
        }
    }

    @Test
    void wrongKeysAndExpiredSignaturesAreDenied() {
        for (AdlsOptions options : List.of(
                AdlsOptions.defaults()
                        .withEndpoint(server.endpoint())
                        .withAccountKey(TestContainer.ACCOUNT, "d3Jvbmcga2V5"),
                AdlsOptions.defaults()
                        .withEndpoint(server.endpoint())
                        .withSasToken(
                                TestContainer.ACCOUNT,
                                "sv=2021-10-04&sr=b&sp=r&se=2001-01-01T00%3A00%3A00Z&sig=d3Jvbmcga2V5"))) {
            try (AdlsBackend backend = AdlsBackend.create(options)) {
                ObjectReadException failure = Fetch.start(backend, SimulatedAccount.get(location(), 0, 10))
                        .requireFailure(Kind.ACCESS_DENIED);
                assertThat(failure).hasMessageNotContaining("d3Jvbmcga2V5");
                assertThat(failure.answer().status()).isEqualTo(403);
            }
        }
    }

    @Test
    void signedUrlsAreRead() {
        var blob = container.client().getBlobContainerClient("reads").getBlobClient("dir/blob");
        String sas = blob.generateSas(new com.azure.storage.blob.sas.BlobServiceSasSignatureValues(
                java.time.OffsetDateTime.now(java.time.ZoneOffset.UTC).plusHours(1),
                new com.azure.storage.blob.sas.BlobSasPermission().setReadPermission(true)));
        ObjectLocation signed = ObjectLocation.parse(blob.getBlobUrl() + "?" + sas);
        try (AdlsBackend backend = AdlsBackend.create(AdlsOptions.defaults())) {
            assertThat(Fetch.start(backend, SimulatedAccount.get(signed, 100, 50))
                            .requireBytes())
                    .isEqualTo(Arrays.copyOfRange(content, 100, 150));
        }
    }
}
