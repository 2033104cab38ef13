package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnClientTest {
    private static final String SIMPLE = "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider";
    private static final String TEMPORARY = "org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider";
    private static final Map<String, String> KEYS =
            Map.of("fs.s3a.aws.credentials.provider", SIMPLE, "fs.s3a.access.key", "id", "fs.s3a.secret.key", "hush");

    private static OwnClient of(String uri, Map<String, String> keys, String... more) throws IOException {
        Configuration conf = new Configuration(false);
        keys.forEach(conf::set);
        for (int i = 0; i < more.length; i += 2) {
            conf.set(more[i], more[i + 1]);
        }
        return OwnClient.of(URI.create(uri), conf);
    }

    @Test
    void fixedKeysOfS3aAreTakenOver() throws IOException {
        assertThat(of("s3a://lake", KEYS).properties())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("vectorio.s3.access-key-id", "id", "vectorio.s3.secret-access-key", "hush"));
    }

    @Test
    void keysOfTheBucketGoBeforeGeneralOnes() throws IOException {
        OwnClient client = of(
                "s3a://lake",
                KEYS,
                "fs.s3a.bucket.lake.access.key",
                "own",
                "fs.s3a.bucket.lake.secret.key",
                "own hush",
                "fs.s3a.bucket.lake.endpoint",
                "store:9000",
                "fs.s3a.bucket.other.endpoint",
                "elsewhere",
                "fs.s3a.connection.ssl.enabled",
                "false",
                "fs.s3a.path.style.access",
                "true");
        assertThat(client.properties())
                .containsEntry("vectorio.s3.access-key-id", "own")
                .containsEntry("vectorio.s3.secret-access-key", "own hush")
                .containsEntry("vectorio.s3.endpoint", "http://store:9000")
                .containsEntry("vectorio.s3.path-style", "true");
    }

    @Test
    void theFirstProviderThatHasSomethingToGiveDecides() throws IOException {
        String list = TEMPORARY + ",\n " + SIMPLE + ", software.amazon.awssdk.auth.Other";
        assertThat(of("s3a://lake", KEYS, "fs.s3a.aws.credentials.provider", list)
                        .properties())
                .containsEntry("vectorio.s3.access-key-id", "id")
                .doesNotContainKey("vectorio.s3.session-token");
        assertThat(of("s3a://lake", KEYS, "fs.s3a.aws.credentials.provider", list, "fs.s3a.session.token", "short")
                        .properties())
                .containsEntry("vectorio.s3.session-token", "short");
        assertThat(of("s3a://lake", Map.of(), "fs.s3a.aws.credentials.provider", list)
                        .refused())
                .isPresent();
    }

    @Test
    void theRegionOfAnAwsEndpointIsTaken() throws IOException {
        assertThat(of("s3a://lake", KEYS, "fs.s3a.endpoint", "s3.eu-west-1.amazonaws.com")
                        .properties())
                .containsEntry("vectorio.s3.region", "eu-west-1")
                .doesNotContainKey("vectorio.s3.endpoint");
        assertThat(of("s3a://lake", KEYS, "fs.s3a.endpoint", "s3.amazonaws.com").properties())
                .doesNotContainKey("vectorio.s3.endpoint");
    }

    @ParameterizedTest
    @CsvSource({
        "fs.s3a.encryption.algorithm, CSE-KMS",
        "fs.s3a.bucket.lake.encryption.algorithm, CSE-CUSTOM",
        "fs.s3a.server-side-encryption-algorithm, cse-kms",
        "fs.s3a.proxy.host, proxy",
        "fs.s3a.aws.credentials.provider, com.example.Own",
        "fs.s3a.aws.credentials.provider, org.apache.hadoop.fs.s3a.auth.AssumedRoleCredentialProvider",
        "fs.s3a.bucket.lake.accesspoint.arn, arn:aws:s3:eu-west-1:1:accesspoint/a",
        "fs.s3a.delegation.token.binding, org.apache.hadoop.fs.s3a.auth.delegation.SessionTokenBinding",
        "fs.s3a.encryption.algorithm, SSE-C",
    })
    void whatIsNotUnderstoodInFullIsRefused(String key, String value) throws IOException {
        OwnClient client = of("s3a://lake", KEYS, key, value);
        assertThat(client.refused()).isPresent();
        assertThat(client.properties()).isEmpty();
    }

    @Test
    void noMessageHoldsASecret() throws IOException {
        assertThat(of("s3a://lake", KEYS).toString()).doesNotContain("hush");
        assertThat(of("s3a://lake", KEYS, "fs.s3a.aws.credentials.provider", "x.Y")
                        .toString())
                .doesNotContain("hush");
    }

    @Test
    void anonymousAccessIsTakenOver() throws IOException {
        assertThat(of(
                                "s3a://lake",
                                Map.of(),
                                "fs.s3a.aws.credentials.provider",
                                "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider")
                        .properties())
                .containsExactly(Map.entry("vectorio.s3.anonymous", "true"));
    }

    @Test
    void keysAndSignaturesOfAzureAccountsAreTakenOver() throws IOException {
        String uri = "abfss://c@acct.dfs.core.windows.net";
        assertThat(of(uri, Map.of("fs.azure.account.key.acct.dfs.core.windows.net", "a2V5"))
                        .properties())
                .containsExactly(Map.entry("vectorio.adls.account-key.acct", "a2V5"));
        assertThat(of(
                                uri,
                                Map.of("fs.azure.account.key.acct.dfs.core.windows.net", "a2V5"),
                                "fs.azure.account.auth.type.acct.dfs.core.windows.net",
                                "SAS",
                                "fs.azure.sas.fixed.token.acct.dfs.core.windows.net",
                                "sv=1&sig=x")
                        .properties())
                .containsExactly(Map.entry("vectorio.adls.sas-token.acct", "sv=1&sig=x"));
        assertThat(of(uri, Map.of("fs.azure.account.auth.type", "OAuth")).refused())
                .hasValueSatisfying(reason -> assertThat(reason).contains("OAuth"));
        assertThat(of(uri, Map.of()).refused()).isPresent();
    }

    @Test
    void typesOfGoogleCredentialsAreTakenOverOrRefused() throws IOException {
        assertThat(of("gs://b", Map.of("fs.gs.auth.type", "UNAUTHENTICATED")).properties())
                .containsExactly(Map.entry("vectorio.gcs.anonymous", "true"));
        assertThat(of("gs://b", Map.of("fs.gs.auth.type", "APPLICATION_DEFAULT"))
                        .refused())
                .isEmpty();
        assertThat(of("gs://b", Map.of()).refused()).isPresent();
        assertThat(of("gs://b", Map.of("fs.gs.auth.type", "UNAUTHENTICATED", "fs.gs.proxy.address", "p:1"))
                        .refused())
                .isPresent();
    }
}
