package dev.vectorio.adls;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** A client per account, built when the account is first asked for. Any thread. */
final class Accounts {
    /**
     * An account's client.
     *
     * @param client sends requests, each once
     * @param credentials what they are authorized with, in words
     */
    record Account(BlobServiceAsyncClient client, String credentials) {}

    /** An account, its address, which several may share, and whether its requests bring their own signature. */
    private record Key(String account, String endpoint, boolean signed) {}

    private final AdlsOptions options;
    private final HttpClient http;
    private final Optional<TokenCredential> given;
    private final RequestPolicy policy;
    private final ConcurrentMap<Key, Account> accounts = new ConcurrentHashMap<>();
    private @Nullable TokenCredential found;

    Accounts(AdlsOptions options, HttpClient http, Optional<TokenCredential> given, String userAgent) {
        this.options = options;
        this.http = http;
        this.given = given;
        this.policy = new RequestPolicy(userAgent);
    }

    /**
     * The account's client.
     *
     * @throws IllegalArgumentException if there are no credentials to be had
     */
    Account of(BlobAddress address) {
        Key key = new Key(address.account(), address.endpoint(), address.sas().isPresent());
        Account known = accounts.get(key);
        return known != null
                ? known
                : Objects.requireNonNull(accounts.computeIfAbsent(key, k -> build(address, k.signed())));
    }

    private Account build(BlobAddress address, boolean signed) {
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder()
                .endpoint(address.endpoint())
                .httpClient(http)
                .addPolicy(policy);
        String name = address.account();
        String credentials;
        Optional<String> ownKey = Optional.ofNullable(options.accountKeys().get(name));
        Optional<String> ownSas = Optional.ofNullable(options.sasTokens().get(name));
        boolean own = ownKey.isPresent() || ownSas.isPresent();
        Optional<String> key = own ? ownKey : options.accountKey();
        Optional<String> sas = own ? ownSas : options.sasToken();
        if (signed) {
            credentials = "the signature of the location";
        } else if (key.isPresent()) {
            builder.credential(new StorageSharedKeyCredential(name, key.get()));
            credentials = "a shared key";
        } else if (sas.isPresent()) {
            builder.sasToken(sas.get());
            credentials = "a shared access signature";
        } else if (options.anonymous()) {
            credentials = "nowhere (anonymous)";
        } else if (!address.endpoint().startsWith("https:")) {
            throw new IllegalArgumentException("tokens are sent over https only, not to " + address.endpoint());
        } else {
            builder.credential(token());
            credentials = given.isPresent() ? "the given credential" : "the usual places";
        }
        return new Account(sendingOnce(builder.buildAsyncClient()), credentials);
    }

    private synchronized TokenCredential token() {
        if (given.isPresent()) {
            return given.get();
        }
        TokenCredential credential = found == null ? DefaultCredentials.find() : found;
        found = credential;
        return credential;
    }

    /** The same client without its retries, which are the reader's, and with answers shown to their transfers. */
    static BlobServiceAsyncClient sendingOnce(BlobServiceAsyncClient client) {
        HttpPipeline pipeline = client.getHttpPipeline();
        List<HttpPipelinePolicy> policies = new ArrayList<>(List.of(new AnswerPolicy()));
        for (int i = 0; i < pipeline.getPolicyCount(); i++) {
            HttpPipelinePolicy policy = pipeline.getPolicy(i);
            if (!(policy instanceof RequestRetryPolicy) && !(policy instanceof RetryPolicy)) {
                policies.add(policy);
            }
        }
        HttpPipeline once = new HttpPipelineBuilder()
                .httpClient(pipeline.getHttpClient())
                .policies(policies.toArray(HttpPipelinePolicy[]::new))
                .tracer(pipeline.getTracer())
                .build();
        return new BlobServiceClientBuilder()
                .endpoint(client.getAccountUrl())
                .pipeline(once)
                .buildAsyncClient();
    }
}
