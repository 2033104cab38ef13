package dev.vectorio.perf.storm;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import dev.vectorio.adls.AdlsBackend;
import dev.vectorio.adls.AdlsOptions;
import dev.vectorio.gcs.GcsBackend;
import dev.vectorio.gcs.GcsOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.s3.S3Backend;
import dev.vectorio.s3.S3HttpClient;
import dev.vectorio.s3.S3Options;
import dev.vectorio.spi.ObjectStoreBackend;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;

/** A client and the protocol that it speaks with the simulated store. */
enum StormDialect {
    S3("s3") {
        @Override
        ObjectStoreBackend connect(URI store) {
            return S3Backend.create(s3Options(store));
        }
    },
    S3_ON_NETTY("s3") {
        @Override
        ObjectStoreBackend connect(URI store) {
            return S3Backend.create(s3Options(store).withHttpClient(S3HttpClient.NETTY));
        }
    },
    GCS("gs") {
        @Override
        ObjectStoreBackend connect(URI store) {
            Date inADay = Date.from(Instant.now().plusSeconds(86_400));
            return GcsBackend.create(
                    GcsOptions.defaults().withEndpoint(store).withMaxConnections(CONNECTIONS),
                    GoogleCredentials.create(new AccessToken("token", inADay)));
        }
    },
    AZURE("abfs") {
        @Override
        ObjectStoreBackend connect(URI store) {
            return AdlsBackend.create(AdlsOptions.defaults()
                    .withEndpoint(store)
                    .withAccountKey(ACCOUNT, ACCOUNT_KEY)
                    .withMaxConnections(CONNECTIONS));
        }

        @Override
        ObjectLocation location(String bucket, String key) {
            return new ObjectLocation(scheme(), bucket + "@" + ACCOUNT + ".dfs.core.windows.net", key);
        }
    };

    static final String ACCOUNT = "devstoreaccount1";
    static final String ACCOUNT_KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));
    private static final int CONNECTIONS = 32;

    private final String scheme;

    StormDialect(String scheme) {
        this.scheme = scheme;
    }

    /** A backend whose objects lie in the store at this address. */
    abstract ObjectStoreBackend connect(URI store);

    String scheme() {
        return scheme;
    }

    ObjectLocation location(String bucket, String key) {
        return new ObjectLocation(scheme, bucket, key);
    }

    private static S3Options s3Options(URI store) {
        return S3Options.defaults()
                .withEndpoint(store)
                .withRegion("us-east-1")
                .withPathStyle(true)
                .withKeys("storm", "storm-secret")
                .withMaxConnections(CONNECTIONS);
    }
}
