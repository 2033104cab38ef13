package dev.vectorio.peers.access;

import dev.vectorio.perf.store.StoreKind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Where the simulated store is, in the words of each system; everything else is left at its default. */
final class Keys {
    private static final String ACCOUNT = "devstoreaccount1";
    private static final String HOST = ACCOUNT + ".dfs.core.windows.net";

    private Keys() {}

    static Map<String, String> s3a(URI endpoint) {
        return Map.of(
                "fs.s3a.endpoint", endpoint.toString(),
                "fs.s3a.endpoint.region", "us-east-1",
                "fs.s3a.path.style.access", "true",
                "fs.s3a.connection.ssl.enabled", "false",
                "fs.s3a.access.key", "key",
                "fs.s3a.secret.key", "secret",
                "fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider",
                "fs.s3a.buffer.dir", System.getProperty("java.io.tmpdir", "."));
    }

    static Map<String, String> gs(URI endpoint) {
        return Map.of(
                // Hadoop's defaults are for its own connector; this one does not understand "64m"
                "fs.gs.block.size", Integer.toString(64 << 20),
                "fs.gs.impl", "com.google.cloud.hadoop.fs.gcs.GoogleHadoopFileSystem",
                "fs.gs.auth.type", "UNAUTHENTICATED",
                "fs.gs.project.id", "project",
                "fs.gs.storage.root.url", endpoint.toString());
    }

    static String fileIO(StoreKind kind) {
        return switch (kind) {
            case S3 -> "org.apache.iceberg.aws.s3.S3FileIO";
            case GCS -> "org.apache.iceberg.gcp.gcs.GCSFileIO";
            case ADLS -> "org.apache.iceberg.azure.adlsv2.ADLSFileIO";
        };
    }

    static Map<String, String> iceberg(StoreKind kind, URI endpoint) {
        return switch (kind) {
            case S3 ->
                Map.of(
                        "s3.endpoint", endpoint.toString(),
                        "s3.path-style-access", "true",
                        "s3.access-key-id", "id",
                        "s3.secret-access-key", "secret",
                        "client.region", "us-east-1");
            case GCS ->
                Map.of(
                        "gcs.service.host", endpoint.toString(),
                        "gcs.project-id", "p",
                        "gcs.no-auth", "true");
            case ADLS ->
                Map.of(
                        "adls.connection-string." + HOST,
                        endpoint + "/" + ACCOUNT,
                        "adls.auth.shared-key.account.name",
                        ACCOUNT,
                        "adls.auth.shared-key.account.key",
                        Base64.getEncoder().encodeToString("perf-secret".getBytes(StandardCharsets.US_ASCII)));
        };
    }
}
