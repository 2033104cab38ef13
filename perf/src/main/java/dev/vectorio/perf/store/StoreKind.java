package dev.vectorio.perf.store;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import dev.vectorio.adls.AdlsBackend;
import dev.vectorio.adls.AdlsOptions;
import dev.vectorio.gcs.GcsBackend;
import dev.vectorio.gcs.GcsOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.plan.StoreProfile;
import dev.vectorio.s3.S3Backend;
import dev.vectorio.s3.S3Options;
import dev.vectorio.spi.ObjectStoreBackend;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Locale;

/** The stores that are measured: how fast each is set to be, and how a client reaches the simulated one. */
public enum StoreKind {
    /** 30 ms, 60 MB/s a connection. */
    S3("s3", "", Duration.ofMillis(30), 60_000_000) {
        @Override
        public ObjectStoreBackend backend(URI endpoint) {
            return S3Backend.create(s3Options(endpoint));
        }

        @Override
        public StoreProfile profile() {
            return StoreProfile.s3();
        }
    },
    /** 60 ms, 50 MB/s a connection. */
    GCS("gs", "", Duration.ofMillis(60), 50_000_000) {
        @Override
        public ObjectStoreBackend backend(URI endpoint) {
            Date tomorrow = Date.from(Instant.now().plus(Duration.ofDays(1)));
            return GcsBackend.create(
                    GcsOptions.defaults().withEndpoint(endpoint),
                    GoogleCredentials.create(new AccessToken("perf-token", tomorrow)));
        }

        @Override
        public StoreProfile profile() {
            return StoreProfile.gcs();
        }
    },
    /** 30 ms, 60 MB/s a connection, no suffix ranges. */
    ADLS("abfs", "@devstoreaccount1.dfs.core.windows.net", Duration.ofMillis(30), 60_000_000) {
        @Override
        public ObjectStoreBackend backend(URI endpoint) {
            String key = Base64.getEncoder().encodeToString("perf-secret".getBytes(StandardCharsets.US_ASCII));
            return AdlsBackend.create(
                    AdlsOptions.defaults().withEndpoint(endpoint).withAccountKey("devstoreaccount1", key));
        }

        @Override
        public StoreProfile profile() {
            return StoreProfile.adls();
        }
    };

    private static final long TOTAL_BYTES_PER_SECOND = 400_000_000;

    private final String scheme;
    private final String account;
    private final Duration firstByte;
    private final long connectionBytesPerSecond;

    StoreKind(String scheme, String account, Duration firstByte, long connectionBytesPerSecond) {
        this.scheme = scheme;
        this.account = account;
        this.firstByte = firstByte;
        this.connectionBytesPerSecond = connectionBytesPerSecond;
    }

    /** As users of the S3 backend give them for a store of this kind. */
    public static S3Options s3Options(URI endpoint) {
        return S3Options.defaults()
                .withEndpoint(endpoint)
                .withRegion("us-east-1")
                .withPathStyle(true)
                .withKeys("perf", "perf-secret");
    }

    /** Of its locations. */
    public String scheme() {
        return scheme;
    }

    /** Where the file with this key lies. */
    public ObjectLocation location(String key) {
        return new ObjectLocation(scheme, StoreProcess.BUCKET + account, key);
    }

    /** How fast the store is set to be; 400 MB/s in all. */
    public StoreModel model(double sigma, long seed) {
        return new StoreModel(firstByte, sigma, connectionBytesPerSecond, TOTAL_BYTES_PER_SECOND, seed);
    }

    /** A backend with a client of its own that authorizes its requests. */
    public abstract ObjectStoreBackend backend(URI endpoint);

    /** What plans for such a store are predicted with. */
    public abstract StoreProfile profile();

    /** Lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
