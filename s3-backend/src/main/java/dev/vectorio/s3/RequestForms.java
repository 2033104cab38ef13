package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRequest;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.RequestPayer;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * How requests are written: keys raw, a last byte always, the version as a condition.
 *
 * @param requesterPays agrees to pay
 * @param sseCustomerKey goes with every request, if there is one
 * @param plugin what a foreign client must do differently for these requests
 */
record RequestForms(boolean requesterPays, Optional<SseCustomerKey> sseCustomerKey, Optional<SdkPlugin> plugin) {
    private static final String SSE_ALGORITHM = ServerSideEncryption.AES256.toString();

    static RequestForms of(S3Options options, Optional<SdkPlugin> plugin) {
        return new RequestForms(
                options.requesterPays(), options.sseCustomerKey().map(SseCustomerKey::of), plugin);
    }

    GetObjectRequest get(GetRequest request, Optional<AwsRequestOverrideConfiguration> override) {
        GetObjectRequest.Builder form = GetObjectRequest.builder()
                .bucket(request.location().authority())
                .key(request.location().key())
                .range(request.range().toHttpHeader());
        request.ifVersion().ifPresent(version -> condition(form, version));
        shape(form);
        withPlugin(override).ifPresent(form::overrideConfiguration);
        return form.build();
    }

    private static void condition(GetObjectRequest.Builder form, ObjectVersion version) {
        switch (version.kind()) {
            case ETAG -> form.ifMatch(version.token());
            case VERSION_ID -> form.versionId(version.token());
            case GENERATION, FINGERPRINT ->
                throw new IllegalArgumentException("S3 knows no condition on a " + version.kind());
        }
    }

    HeadObjectRequest head(ObjectLocation location, Optional<AwsRequestOverrideConfiguration> override) {
        HeadObjectRequest.Builder form =
                HeadObjectRequest.builder().bucket(location.authority()).key(location.key());
        if (requesterPays) {
            form.requestPayer(RequestPayer.REQUESTER);
        }
        sseCustomerKey.ifPresent(key -> form.sseCustomerAlgorithm(SSE_ALGORITHM)
                .sseCustomerKey(key.base64())
                .sseCustomerKeyMD5(key.md5()));
        withPlugin(override).ifPresent(form::overrideConfiguration);
        return form.build();
    }

    /** What every read carries. */
    void shape(GetObjectRequest.Builder form) {
        if (requesterPays) {
            form.requestPayer(RequestPayer.REQUESTER);
        }
        sseCustomerKey.ifPresent(key -> form.sseCustomerAlgorithm(SSE_ALGORITHM)
                .sseCustomerKey(key.base64())
                .sseCustomerKeyMD5(key.md5()));
    }

    /** What every object stored carries. */
    void shape(PutObjectRequest.Builder form) {
        if (requesterPays) {
            form.requestPayer(RequestPayer.REQUESTER);
        }
        sseCustomerKey.ifPresent(key -> form.sseCustomerAlgorithm(SSE_ALGORITHM)
                .sseCustomerKey(key.base64())
                .sseCustomerKeyMD5(key.md5()));
    }

    private Optional<AwsRequestOverrideConfiguration> withPlugin(Optional<AwsRequestOverrideConfiguration> override) {
        if (plugin.isEmpty()) {
            return override;
        }
        AwsRequestOverrideConfiguration.Builder both = override.map(AwsRequestOverrideConfiguration::toBuilder)
                .orElseGet(AwsRequestOverrideConfiguration::builder);
        return Optional.of(both.addPlugin(plugin.get()).build());
    }
}
