package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadClientTest {
    @Test
    void keysOfS3FileIoAreTakenOver() {
        ReadClient client = ReadClient.ofS3(Map.of(
                "s3.endpoint", "http://store:9000",
                "s3.path-style-access", "true",
                "s3.access-key-id", "id",
                "s3.secret-access-key", "hush",
                "s3.session-token", "short",
                "client.region", "eu-west-1",
                "s3.sse.type", "custom",
                "s3.sse.key", "a2V5",
                "s3.multipart.part-size-bytes", "9"));
        assertThat(client.refused()).isEmpty();
        assertThat(client.properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "vectorio.s3.endpoint", "http://store:9000",
                        "vectorio.s3.path-style", "true",
                        "vectorio.s3.access-key-id", "id",
                        "vectorio.s3.secret-access-key", "hush",
                        "vectorio.s3.session-token", "short",
                        "vectorio.s3.region", "eu-west-1",
                        "vectorio.s3.sse-c-key", "a2V5"));
        assertThat(client.toString()).doesNotContain("hush").doesNotContain("short");
    }

    @Test
    void withoutKeysTheUsualPlacesAreAsked() {
        assertThat(ReadClient.ofS3(Map.of()).refused()).isEmpty();
        assertThat(ReadClient.ofGcs(Map.of()).refused()).isEmpty();
        assertThat(ReadClient.ofAdls(Map.of(), "acct.dfs.core.windows.net").refused())
                .isEmpty();
    }

    @Test
    void anonymousAccessIsTakenOver() {
        String provider = "software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider";
        assertThat(ReadClient.ofS3(Map.of("client.credentials-provider", provider))
                        .properties())
                .containsExactly(Map.entry("vectorio.s3.anonymous", "true"));
        assertThat(ReadClient.ofGcs(Map.of("gcs.no-auth", "true")).properties())
                .containsExactly(Map.entry("vectorio.gcs.anonymous", "true"));
    }

    @ParameterizedTest
    @CsvSource({
        "s3.client-factory-impl, com.example.Factory",
        "client.factory, org.apache.iceberg.aws.AssumeRoleAwsClientFactory",
        "s3.remote-signing-enabled, true",
        "s3.access-grants.enabled, true",
        "s3.access-points.lake, arn:aws:s3:eu-west-1:1:accesspoint/a",
        "s3.acceleration-enabled, true",
        "s3.dualstack-enabled, true",
        "s3.cross-region-access-enabled, true",
        "http-client.proxy-endpoint, http://proxy:1",
    })
    void whatIsNotUnderstoodOnS3IsRefused(String key, String value) {
        ReadClient client = ReadClient.ofS3(Map.of(key, value));
        assertThat(client.refused())
                .hasValueSatisfying(reason -> assertThat(reason).contains(key));
        assertThat(client.properties()).isEmpty();
    }

    @Test
    void credentialsThatAreObjectsAreMadeByIcebergsModules() {
        Map<String, String> refreshed = Map.of(
                "client.refresh-credentials-endpoint",
                "/credentials",
                "s3.access-key-id",
                "id",
                "s3.secret-access-key",
                "hush");
        ReadClient client = ReadClient.ofS3(refreshed);
        assertThat(client.credentials()).contains(new ModuleCredentials(ModuleCredentials.Module.AWS, refreshed));
        assertThat(client.properties()).isEmpty();
        assertThat(client.toString()).doesNotContain("hush");
        assertThat(ReadClient.ofS3(Map.of("client.credentials-provider", "x.Y")).credentials())
                .isPresent();
        assertThat(ReadClient.ofGcs(Map.of("gcs.oauth2.token", "t")).credentials())
                .isPresent();
        assertThat(ReadClient.ofAdls(Map.of("adls.token-credential-provider", "x.Y"), "a.dfs.core.windows.net")
                        .credentials())
                .isPresent();
    }

    @Test
    void whatIsSwitchedOffIsNotRefused() {
        assertThat(ReadClient.ofS3(Map.of("s3.remote-signing-enabled", "false")).refused())
                .isEmpty();
        assertThat(ReadClient.ofS3(Map.of(
                                "client.refresh-credentials-endpoint",
                                "https://catalog/credentials",
                                "client.refresh-credentials-enabled",
                                "false"))
                        .refused())
                .isEmpty();
    }

    @Test
    void keysOfGcsFileIoAreTakenOver() {
        assertThat(ReadClient.ofGcs(Map.of(
                                "gcs.service.host", "http://store:1",
                                "gcs.user-project", "p",
                                "gcs.decryption-key", "a2V5"))
                        .properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "vectorio.gcs.endpoint", "http://store:1",
                        "vectorio.gcs.user-project", "p",
                        "vectorio.gcs.customer-key", "a2V5"));
        assertThat(ReadClient.ofGcs(Map.of("gcs.impersonate.service-account", "x"))
                        .refused())
                .isPresent();
    }

    @Test
    void keysOfAdlsFileIoAreTakenOver() {
        String host = "acct.dfs.core.windows.net";
        assertThat(ReadClient.ofAdls(Map.of("adls.sas-token." + host, "sv=1&sig=x"), host)
                        .properties())
                .containsExactly(Map.entry("vectorio.adls.sas-token.acct", "sv=1&sig=x"));
        assertThat(ReadClient.ofAdls(Map.of("adls.sas-token.other.dfs.core.windows.net", "sv=1&sig=x"), host)
                        .properties())
                .isEmpty();
        assertThat(ReadClient.ofAdls(
                                Map.of(
                                        "adls.auth.shared-key.account.name",
                                        "acct",
                                        "adls.auth.shared-key.account.key",
                                        "a2V5",
                                        "adls.connection-string." + host,
                                        "http://127.0.0.1:1/acct"),
                                host)
                        .properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "vectorio.adls.account-key.acct", "a2V5", "vectorio.adls.endpoint", "http://127.0.0.1:1/acct"));
        assertThat(ReadClient.ofAdls(Map.of("adls.token", "t"), host).refused()).isPresent();
        assertThat(ReadClient.ofAdls(Map.of("adls.refresh-credentials-endpoint", "/c"), host)
                        .refused())
                .isPresent();
        assertThat(ReadClient.ofAdls(Map.of("adls.connection-string." + host, "https://x/?sig=hush"), host)
                        .refused())
                .hasValueSatisfying(reason -> assertThat(reason).doesNotContain("hush"));
    }
}
