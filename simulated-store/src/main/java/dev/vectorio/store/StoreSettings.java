package dev.vectorio.store;

import dev.vectorio.store.azure.AzureSettings;
import dev.vectorio.store.gcs.GcsSettings;
import dev.vectorio.store.s3.S3Settings;
import dev.vectorio.store.timing.TimingModel;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a store is started.
 *
 * @param port port on 127.0.0.1; 0 for any free one
 * @param threads threads that serve the connections
 * @param timing latency and bandwidth; can be changed later
 * @param s3 the S3 dialect
 * @param azure the Azure dialect
 * @param gcs the GCS dialect
 * @param tls serves HTTPS with this context's certificate, and nothing else; plain HTTP without it
 * @param logLimit how many records the request log keeps; the oldest are dropped beyond
 */
public record StoreSettings(
        int port,
        int threads,
        TimingModel timing,
        S3Settings s3,
        AzureSettings azure,
        GcsSettings gcs,
        Optional<SSLContext> tls,
        int logLimit) {

    /** Any free port, two threads, as fast as it goes, no signature or token checked, the last million requests kept. */
    public static StoreSettings defaults() {
        return new StoreSettings(
                0,
                2,
                TimingModel.none(),
                S3Settings.defaults(),
                AzureSettings.defaults(),
                GcsSettings.defaults(),
                Optional.empty(),
                1_000_000);
    }

    public StoreSettings withPort(int changed) {
        return new StoreSettings(changed, threads, timing, s3, azure, gcs, tls, logLimit);
    }

    public StoreSettings withThreads(int changed) {
        return new StoreSettings(port, changed, timing, s3, azure, gcs, tls, logLimit);
    }

    public StoreSettings withTiming(TimingModel changed) {
        return new StoreSettings(port, threads, changed, s3, azure, gcs, tls, logLimit);
    }

    public StoreSettings withS3(S3Settings changed) {
        return new StoreSettings(port, threads, timing, changed, azure, gcs, tls, logLimit);
    }

    public StoreSettings withAzure(AzureSettings changed) {
        return new StoreSettings(port, threads, timing, s3, changed, gcs, tls, logLimit);
    }

    public StoreSettings withGcs(GcsSettings changed) {
        return new StoreSettings(port, threads, timing, s3, azure, changed, tls, logLimit);
    }

    public StoreSettings withTls(SSLContext changed) {
        return new StoreSettings(port, threads, timing, s3, azure, gcs, Optional.of(changed), logLimit);
    }

    public StoreSettings withLogLimit(int changed) {
        return new StoreSettings(port, threads, timing, s3, azure, gcs, tls, changed);
    }
}
