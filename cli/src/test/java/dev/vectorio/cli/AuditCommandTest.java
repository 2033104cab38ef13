package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vectorio.store.log.RequestRecord;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
    private static final String OWNER = "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static String s3(String operation, String key, int status, String bytes, String agent) {
        return OWNER + " lake [06/Feb/2026:00:00:38 +0000] 192.0.2.3 " + OWNER + " 3E57427F3EXAMPLE " + operation + " "
                + key
                + " \"GET /lake/" + key + "?X-Amz-Signature=hush HTTP/1.1\" " + status + " - " + bytes
                + " 5000 41 28 \"-\" \"" + agent
                + "\" - hostid= SigV4 ECDHE-RSA-AES128-GCM-SHA256 AuthHeader host TLSV1.2 - -";
    }

    private Path log(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    private static JsonNode group(JsonNode json, String name) {
        for (JsonNode group : json.get("groups")) {
            if (group.get("group").asText().equals(name)) {
                return group;
            }
        }
        throw new AssertionError("no group " + name + " in " + json);
    }

    @Test
    void countsRequestsOfS3ByClient() throws Exception {
        String sdk = "S3FileIO/1.11 aws-sdk-java/2.57.8 md/io#sync";
        String ours = "vector-io/0.1 nightly aws-sdk-java/2.57.8";
        Path log = log(
                "access",
                List.of(
                        s3("REST.HEAD.OBJECT", "a", 200, "-", sdk),
                        s3("REST.GET.OBJECT", "a", 206, "8", sdk),
                        s3("REST.GET.OBJECT", "a", 206, "5000", sdk),
                        s3("REST.GET.OBJECT", "b", 503, "300", sdk),
                        s3("REST.PUT.OBJECT", "c", 200, "-", sdk),
                        s3("REST.GET.OBJECT", "a", 206, "4000", ours),
                        s3("REST.GET.OBJECT", "b", 206, "4001", ours)));
        JsonNode json = Outcome.of("audit", log.toString(), "--json").json();
        assertThat(json.get("lines").asLong()).isEqualTo(7);
        assertThat(json.get("malformed").asLong()).isZero();
        JsonNode theirs = group(json, "S3FileIO/1.11");
        assertThat(theirs.get("objects").asLong()).isEqualTo(2);
        assertThat(theirs.get("requests.get").asLong()).isEqualTo(3);
        assertThat(theirs.get("requests.head").asLong()).isEqualTo(1);
        assertThat(theirs.get("requests.other").asLong()).isEqualTo(1);
        assertThat(theirs.get("requests.failed").asLong()).isEqualTo(1);
        assertThat(theirs.get("bytes.fetched").asLong()).isEqualTo(5_308);
        assertThat(theirs.get("requestsPerObject").asDouble()).isEqualTo(2.0);
        assertThat(group(json, "vector-io/0.1 nightly").get("bytes.fetched").asLong())
                .isEqualTo(8_001);
        assertThat(group(
                                Outcome.of("audit", log.toString(), "--by", "tag", "--json")
                                        .json(),
                                "nightly")
                        .get("requests.get")
                        .asLong())
                .isEqualTo(2);
        assertThat(group(
                                Outcome.of("audit", log.toString(), "--by", "object", "--json")
                                        .json(),
                                "lake/a")
                        .get("requests.get")
                        .asLong())
                .isEqualTo(3);
    }

    @Test
    void comparesTwoClients() throws Exception {
        Path log = log(
                "access",
                List.of(
                        s3("REST.HEAD.OBJECT", "a", 200, "-", "old"),
                        s3("REST.GET.OBJECT", "a", 206, "8", "old"),
                        s3("REST.GET.OBJECT", "a", 206, "9", "old"),
                        s3("REST.GET.OBJECT", "a", 206, "9", "another"),
                        s3("REST.GET.OBJECT", "a", 206, "9", "vector-io/1 t aws-sdk-java/2")));
        Outcome outcome = Outcome.of("audit", log.toString(), "--before", "old", "--after", "vector-io");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("requests per object: 3.00 -> 1.00, 0.33 x", "before", "after");
        Outcome.of("audit", log.toString(), "--before", "old").assertFails(2, "belong together");
    }

    @Test
    void countsRequestsOfGoogleCloudStorage() throws Exception {
        Path log = log(
                "usage.csv",
                List.of(
                        "\"time_micros\",\"c_ip\",\"c_ip_type\",\"c_ip_region\",\"cs_method\",\"cs_uri\",\"sc_status\",\"cs_bytes\",\"sc_bytes\","
                                + "\"time_taken_micros\",\"cs_host\",\"cs_referer\",\"cs_user_agent\",\"s3_request_id\",\"cs_operation\",\"cs_bucket\",\"cs_object\"",
                        gcs("GET", "/download/storage/v1/b/lake/o/x?alt=media", "206", "700"),
                        gcs("GET", "/storage/v1/b/lake/o/x", "200", "900"),
                        gcs("GET", "/lake/x", "200", "1000"),
                        gcs("HEAD", "/lake/x", "200", "0"),
                        gcs("PUT", "/lake/x", "200", "0")));
        JsonNode counts = group(Outcome.of("audit", log.toString(), "--json").json(), "gcloud-java/2.1");
        assertThat(counts.get("requests.get").asLong()).isEqualTo(2);
        assertThat(counts.get("requests.head").asLong()).isEqualTo(2);
        assertThat(counts.get("requests.other").asLong()).isEqualTo(1);
        assertThat(counts.get("bytes.fetched").asLong()).isEqualTo(1_700);
        assertThat(counts.get("objects").asLong()).isEqualTo(1);
    }

    private static String gcs(String method, String uri, String status, String bytes) {
        return String.join(
                ",",
                List.of(
                                "1380150560000000",
                                "192.0.2.3",
                                "1",
                                "",
                                method,
                                uri,
                                status,
                                "0",
                                bytes,
                                "12",
                                "storage.googleapis.com",
                                "",
                                "gcloud-java/2.1, \"\"quoted\"\"",
                                "id",
                                method + "_Object",
                                "lake",
                                "x")
                        .stream()
                        .map(field -> "\"" + field + "\"")
                        .toList());
    }

    @Test
    void countsRequestsOfAzure() throws Exception {
        Path log = log(
                "analytics.log",
                List.of(
                        azure("2.0", "GetBlob", "206", "4096"),
                        azure("1.0", "GetBlob", "404", "215"),
                        azure("2.0", "GetBlobProperties", "200", "0"),
                        azure("2.0", "PutBlob", "201", "0")));
        JsonNode json =
                Outcome.of("audit", log.toString(), "--by", "object", "--json").json();
        JsonNode counts = group(json, "acct.blob.core.windows.net/lake/t/x");
        assertThat(counts.get("requests.get").asLong()).isEqualTo(2);
        assertThat(counts.get("requests.head").asLong()).isEqualTo(1);
        assertThat(counts.get("requests.other").asLong()).isEqualTo(1);
        assertThat(counts.get("requests.failed").asLong()).isEqualTo(1);
        assertThat(counts.get("bytes.fetched").asLong()).isEqualTo(4_311);
    }

    private static String azure(String version, String operation, String status, String bytes) {
        return version + ";2026-02-06T00:00:38.1234567Z;" + operation + ";Success;" + status
                + ";10;8;authenticated;acct;acct;blob;\"https://acct.blob.core.windows.net:443/lake/t/x?sv=1&amp;sig=hush\";"
                + "\"/acct/lake/t/x\";a84aa705;0;192.0.2.3:1234;2021-08-06;300;0;400;" + bytes
                + ";0;;;\"0x8D&quot;\";Friday, 06-Feb-26 00:00:00 GMT;;\"vector-io/0.1 t azsdk-java-azure-storage-blob/12 (a; b)\";;\"id\"";
    }

    @Test
    void theLogOfTheSimulatedStoreSaysWhatTheStoreCounted() throws Exception {
        try (TestStore store = new TestStore()) {
            store.put("a b.bin", new byte[100_000]);
            store.run("ranges", "a b.bin", "0+10,90000+10", "--json", "--set", "vectorio.audit-tag=team/job");
            List<String> lines = new ArrayList<>();
            for (RequestRecord record : store.log().records()) {
                lines.add(record.accessLine());
            }
            JsonNode json = Outcome.of("audit", log("store.log", lines).toString(), "--by", "tag", "--json")
                    .json();
            assertThat(json.get("malformed").asLong()).isZero();
            JsonNode counts = group(json, "team/job");
            assertThat(counts.get("requests.get").asLong())
                    .isEqualTo(store.log().gets());
            assertThat(counts.get("requests.head").asLong())
                    .isEqualTo(store.log().heads());
            assertThat(counts.get("bytes.fetched").asLong())
                    .isEqualTo(store.log().bytesSent());
        }
    }

    @Test
    void damagedLinesAreCountedAndShownWithoutSignatures() throws Exception {
        String whole = s3("REST.GET.OBJECT", "a", 206, "8", "x");
        Path log = log(
                "access",
                List.of(
                        whole,
                        "",
                        "# a comment",
                        "no log at all",
                        whole.substring(0, 250),
                        whole.replace(" 206 ", " many "),
                        "2.0;short",
                        "\"1380150560000000\",\"x",
                        whole));
        Outcome outcome = Outcome.of("audit", log.toString());
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("9 lines, 5 not understood");
        assertThat(outcome.err().lines()).hasSize(3);
        assertThat(outcome.err()).contains("access:4:").doesNotContain("hush");
    }

    @Test
    void readsLongLogsAndCompressedOnes() throws Exception {
        Path log = folder.resolve("long.gz");
        try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(log));
                BufferedWriter out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
            for (int i = 0; i < 200_000; i++) {
                out.write(s3("REST.GET.OBJECT", "k" + i % 100, 206, "10", "x"));
                out.newLine();
            }
        }
        JsonNode counts = group(Outcome.of("audit", log.toString(), "--json").json(), "x");
        assertThat(counts.get("requests.get").asLong()).isEqualTo(200_000);
        assertThat(counts.get("objects").asLong()).isEqualTo(100);
        assertThat(counts.get("bytes.fetched").asLong()).isEqualTo(2_000_000);
    }

    @Test
    void aMissingLogIsAFailure() {
        Outcome.of("audit", folder.resolve("none").toString()).assertFails(1, "none: there is no such file");
        Outcome.of("audit", folder.toString()).assertFails(1, folder.toString(), "irectory");
    }
}
