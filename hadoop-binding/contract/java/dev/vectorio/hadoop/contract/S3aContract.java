package dev.vectorio.hadoop.contract;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * S3A with vector-io's stream, on a simulated store that all tests of the process share; or on the S3 server whose address
 * the system property {@code vectorio.contract.s3} holds, which must know the keys of {@code vectorio-s3a.xml}.
 */
final class S3aContract extends AbstractBondedFSContract {
    private static final String BUCKET = "contract";
    private static final String ENDPOINT = endpoint();

    S3aContract(Configuration conf) {
        super(conf);
        addConfResource("contract/vectorio-s3a.xml");
        getConf().set("fs.s3a.endpoint", ENDPOINT);
        getConf().set("fs.s3a.buffer.dir", System.getProperty("vectorio.contract.folder", "target/contract"));
    }

    private static String endpoint() {
        String given = System.getProperty("vectorio.contract.s3", "");
        if (!given.isEmpty()) {
            createBucket(given);
            return given;
        }
        SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
        store.bucket(BUCKET);
        return store.uri().toString();
    }

    @SuppressWarnings("deprecation") // the HTTP client that S3A itself takes: the only one on both class paths
    private static void createBucket(String endpoint) {
        try (S3Client client = S3Client.builder()
                .endpointOverride(URI.create(endpoint))
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClientBuilder(ApacheHttpClient.builder())
                .build()) {
            if (client.listBuckets().buckets().stream()
                    .noneMatch(bucket -> bucket.name().equals(BUCKET))) {
                client.createBucket(create -> create.bucket(BUCKET));
            }
        }
    }

    @Override
    public String getScheme() {
        return "s3a";
    }
}
