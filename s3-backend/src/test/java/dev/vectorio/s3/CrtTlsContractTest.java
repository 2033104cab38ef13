package dev.vectorio.s3;

import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.TlsContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.utils.AttributeMap;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The contract over TLS on the CRT client. It asks the system which authorities to trust, and takes none besides: so here it
 * trusts everybody, and as it comes (in {@link #openStranger()}) not this store.
 */
class CrtTlsContractTest extends TlsContract {
    private static final int POOL = 16;

    /** They end after the backends on them, which do not close them. */
    private static final List<SdkAutoCloseable> CLIENTS = new ArrayList<>();

    @Override
    protected ObjectStoreBackend openBackend() {
        SdkAsyncHttpClient trusting = AwsCrtAsyncHttpClient.builder()
                .maxConcurrency(POOL)
                .buildWithDefaults(AttributeMap.builder()
                        .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                        .build());
        S3AsyncClient on = S3AsyncClient.builder()
                .httpClient(trusting)
                .endpointOverride(simulatedStore().uri())
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
        CLIENTS.addAll(List.of(on, trusting));
        return S3Backend.of(on, POOL);
    }

    @Override
    protected ObjectStoreBackend openStranger() {
        return S3Backend.create(S3Options.defaults()
                .withEndpoint(simulatedStore().uri())
                .withPathStyle(true)
                .withKeys("key", "secret")
                .withHttpClient(S3HttpClient.CRT)
                .withMaxConnections(POOL));
    }

    @AfterAll
    static void closeClients() {
        CLIENTS.forEach(SdkAutoCloseable::close);
        CLIENTS.clear();
    }
}
