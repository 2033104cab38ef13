package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.gcs.GcsSettings;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code objects.get} answers, seen by a client that knows nothing of the store. */
class GcsReadsTest {
    private static final String METADATA = "/storage/v1/b/b/o/k";
    private static final String MEDIA = "/download/storage/v1/b/b/o/k?alt=media";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);
    private final byte[] content = ObjectReadsTest.randomBytes(1000, 7);

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void wholeObjectComesWithItsGenerationAndHash() throws Exception {
        StoredObject stored = store.put("b", "k", content);
        for (String address : new String[] {MEDIA, "/storage/v1/b/b/o/k?alt=media"}) {
            HttpResponse<byte[]> response = http.get(address);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(content);
            assertThat(header(response, "x-goog-generation")).isEqualTo(generation(stored));
            assertThat(header(response, "x-goog-metageneration")).isEqualTo("1");
            assertThat(header(response, "x-goog-stored-content-length")).isEqualTo("1000");
            assertThat(header(response, "x-goog-stored-content-encoding")).isEqualTo("identity");
            assertThat(response.headers().allValues("x-goog-hash")).containsExactly("md5=" + base64(stored.etag()));
            assertThat(header(response, "X-GUploader-UploadID")).isNotEmpty();
        }
    }

    private static String generation(StoredObject object) {
        return Long.toString(object.identity().generation());
    }

    private static String base64(String hex) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1",
        "bytes=10-19, 10, 20",
        "bytes=999-999, 999, 1000",
        "bytes=990-5000, 990, 1000",
        "bytes=400-, 400, 1000",
        "bytes=-8, 992, 1000",
        "bytes=-5000, 0, 1000"
    })
    void rangesAreServed(String range, int offset, int end) throws Exception {
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get(MEDIA, "Range", range);
        assertThat(response.statusCode()).isEqualTo(206);
        assertThat(header(response, "Content-Range")).isEqualTo("bytes " + offset + "-" + (end - 1) + "/1000");
        assertThat(response.body()).isEqualTo(Arrays.copyOfRange(content, offset, end));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-1000", "bytes=2000-", "bytes=-0"})
    void rangesBehindTheEndAreRefusedWithTheLength(String range) throws Exception {
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get(MEDIA, "Range", range);
        assertThat(response.statusCode()).isEqualTo(416);
        assertThat(header(response, "Content-Range")).isEqualTo("bytes */1000");
    }

    @Test
    void anyRangeOfAnEmptyObjectIsRefused() throws Exception {
        store.put("b", "k", new byte[0]);
        HttpResponse<byte[]> response = http.get(MEDIA, "Range", "bytes=0-");
        assertThat(response.statusCode()).isEqualTo(416);
        assertThat(header(response, "Content-Range")).isEqualTo("bytes */0");
    }

    @Test
    void conditionsAreJudgedOnTheGeneration() throws Exception {
        StoredObject old = store.put("b", "k", new byte[7]);
        StoredObject now = store.put("b", "k", content);
        assertThat(http.get(MEDIA + "&ifGenerationMatch=" + generation(now)).statusCode())
                .isEqualTo(200);
        HttpResponse<byte[]> changed = http.get(MEDIA + "&ifGenerationMatch=" + generation(old), "Range", "bytes=0-9");
        assertThat(changed.statusCode()).isEqualTo(412);
        assertThat(text(changed)).isEqualTo("At least one of the pre-conditions you specified did not hold.");
        assertThat(http.get(MEDIA + "&ifGenerationNotMatch=" + generation(now)).statusCode())
                .isEqualTo(304);
        assertThat(http.get(METADATA + "?ifGenerationMatch=1").statusCode()).isEqualTo(412);
        assertThat(http.get(MEDIA + "&ifGenerationMatch=x").statusCode()).isEqualTo(400);
    }

    @Test
    void oldGenerationsAreReadOnlyWhereTheBucketKeepsThem() throws Exception {
        StoredObject gone = store.put("b", "k", new byte[7]);
        store.bucket("b").settings(store.bucket("b").settings().withVersioned(true));
        StoredObject kept = store.put("b", "k", new byte[8]);
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get(MEDIA + "&generation=" + generation(kept));
        assertThat(response.body()).hasSize(8);
        assertThat(header(response, "x-goog-generation")).isEqualTo(generation(kept));
        store.delete("b", "k");
        assertThat(http.get(MEDIA).statusCode()).isEqualTo(404);
        assertThat(http.get(MEDIA + "&generation=" + generation(kept)).statusCode())
                .isEqualTo(200);
        assertThat(http.get(MEDIA + "&generation=999999").statusCode()).isEqualTo(404);
        assertThat(gone.versionId()).isEqualTo("null");
    }

    @Test
    void metadataIsJsonAndCountsAsHead() throws Exception {
        StoredObject stored = store.put("b", "a/b c", content);
        HttpResponse<byte[]> response = http.get("/storage/v1/b/b/o/a%2Fb%20c");
        assertThat(text(response))
                .contains("\"name\":\"a/b c\"", "\"size\":\"1000\"", "\"generation\":\"" + generation(stored) + '"')
                .contains("\"md5Hash\":\"" + base64(stored.etag()) + '"');
        assertThat(store.log().records().ofKey("a/b c"))
                .extracting(r -> r.facts().operation())
                .containsExactly(Operation.HEAD);
    }

    @Test
    void missingObjectIsTextForMediaAndJsonForMetadata() throws Exception {
        store.bucket("b");
        HttpResponse<byte[]> media = http.get(MEDIA);
        assertThat(media.statusCode()).isEqualTo(404);
        assertThat(header(media, "Content-Type")).startsWith("text/html");
        assertThat(text(media)).isEqualTo("No such object: b/k");
        HttpResponse<byte[]> metadata = http.get(METADATA);
        assertThat(metadata.statusCode()).isEqualTo(404);
        assertThat(text(metadata)).contains("\"reason\":\"notFound\"", "\"code\":404");
        assertThat(http.get("/storage/v1/b/none/o/k").statusCode()).isEqualTo(404);
    }

    @Test
    void deniedObjectIsForbidden() throws Exception {
        store.put("b", "k", content);
        store.bucket("b").deny("k");
        assertThat(http.get(MEDIA).statusCode()).isEqualTo(403);
        assertThat(text(http.get(METADATA))).contains("\"reason\":\"forbidden\"");
    }

    @Test
    void gzipObjectsAreDecompressedWholeUnlessGzipIsAccepted() throws Exception {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(content);
        }
        byte[] stored = compressed.toByteArray();
        ObjectAttributes gzip = ObjectAttributes.none().withSystem("content-encoding", "gzip");
        store.put("b", "k", stored, gzip);
        HttpResponse<byte[]> plain = http.get(MEDIA, "Range", "bytes=10-19");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.body()).isEqualTo(content);
        assertThat(header(plain, "Content-Length")).isEmpty();
        assertThat(header(plain, "Content-Encoding")).isEmpty();
        assertThat(header(plain, "x-goog-stored-content-encoding")).isEqualTo("gzip");
        assertThat(header(plain, "x-guploader-response-body-transformations")).isEqualTo("gunzipped");
        HttpResponse<byte[]> asStored = http.get(MEDIA, "Range", "bytes=10-19", "Accept-Encoding", "gzip");
        assertThat(asStored.statusCode()).isEqualTo(206);
        assertThat(asStored.body()).isEqualTo(Arrays.copyOfRange(stored, 10, 20));
        assertThat(header(asStored, "Content-Encoding")).isEqualTo("gzip");
        store.put("b", "k", stored, gzip.withSystem("cache-control", "no-transform"));
        assertThat(http.get(MEDIA).body()).isEqualTo(stored);
        store.put("b", "k", content, gzip);
        assertThat(http.get(MEDIA).body()).as("says gzip, and is none").isEqualTo(content);
    }

    @Test
    void bytesUnderACustomerKeyNeedThatKey() throws Exception {
        byte[] key = new byte[32];
        String sha256 =
                Base64.getEncoder().encodeToString(EntityTags.digest("SHA-256").digest(key));
        store.put("b", "k", content, ObjectAttributes.none().withEncryptionKeyDigest(Optional.of(sha256)));
        assertThat(http.get(MEDIA).statusCode()).isEqualTo(400);
        HttpResponse<byte[]> right = withKey(key, sha256);
        assertThat(right.body()).isEqualTo(content);
        assertThat(header(right, "x-goog-encryption-key-sha256")).isEqualTo(sha256);
        assertThat(withKey(key, "no-hash-of-it").statusCode()).isEqualTo(400);
        byte[] other = new byte[32];
        other[0] = 1;
        String sha256OfOther =
                Base64.getEncoder().encodeToString(EntityTags.digest("SHA-256").digest(other));
        assertThat(withKey(other, sha256OfOther).statusCode()).isEqualTo(400);
        assertThat(text(http.get(METADATA))).contains("\"keySha256\":\"" + sha256 + '"');
        store.put("b", "k", content);
        assertThat(text(withKey(key, sha256))).contains("not encrypted by a customer-supplied");
    }

    private HttpResponse<byte[]> withKey(byte[] key, String sha256) throws IOException, InterruptedException {
        return http.get(
                MEDIA,
                "x-goog-encryption-algorithm",
                "AES256",
                "x-goog-encryption-key",
                Base64.getEncoder().encodeToString(key),
                "x-goog-encryption-key-sha256",
                sha256);
    }

    @Test
    void requesterPaysNeedsAProject() throws Exception {
        store.put("b", "k", content);
        store.bucket("b").settings(store.bucket("b").settings().withRequesterPays(true));
        HttpResponse<byte[]> refused = http.get(METADATA);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(text(refused)).contains("no user project provided");
        assertThat(http.get(MEDIA + "&userProject=mine").statusCode()).isEqualTo(200);
    }

    @Test
    void tokensAreCheckedWhereTheyAreSet() throws Exception {
        GcsSettings checked = GcsSettings.defaults().withTokens(Set.of("good"));
        try (SimulatedStore guarded =
                SimulatedStore.start(StoreSettings.defaults().withGcs(checked))) {
            guarded.put("b", "k", content);
            Http client = new Http(guarded);
            assertThat(client.get(MEDIA).statusCode()).isEqualTo(401);
            HttpResponse<byte[]> wrong = client.get(METADATA, "Authorization", "Bearer bad");
            assertThat(wrong.statusCode()).isEqualTo(401);
            assertThat(text(wrong)).contains("\"reason\":\"authError\"");
            assertThat(header(wrong, "WWW-Authenticate")).contains("invalid_token");
            assertThat(client.get(MEDIA, "Authorization", "Bearer good").statusCode())
                    .isEqualTo(200);
            assertThat(client.get(MEDIA + "&access_token=secret").statusCode()).isEqualTo(401);
            assertThat(guarded.log().records().list())
                    .extracting(Object::toString)
                    .noneMatch(s -> s.contains("secret"));
        }
        assertThat(checked.toString()).doesNotContain("good");
    }

    @Test
    void scriptedRefusalsAreJsonWithTheirHeaders() throws Exception {
        store.put("b", "k", content);
        Fault fault = Fault.error(429, "rateLimitExceeded", Map.of("Retry-After", "2"));
        store.faults().add(FaultRule.when(RequestMatch.reads().key("k"), fault).once());
        HttpResponse<byte[]> response = http.get(MEDIA);
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(header(response, "Retry-After")).isEqualTo("2");
        assertThat(text(response)).contains("\"reason\":\"rateLimitExceeded\"");
        assertThat(http.get(MEDIA).statusCode()).isEqualTo(200);
    }

    @Test
    void logKnowsRangeConditionAndOperation() throws Exception {
        StoredObject stored = store.put("b", "k", content);
        assertThat(http.get(MEDIA + "&ifGenerationMatch=" + generation(stored), "Range", "bytes=1-2")
                        .statusCode())
                .isEqualTo(206);
        RequestRecord record = store.log().records().ofKey("k").iterator().next();
        assertThat(record.facts().operation()).isEqualTo(Operation.READ);
        assertThat(record.facts().rangeHeader()).isEqualTo(Optional.of("bytes=1-2"));
        assertThat(record.facts().preconditions()).containsEntry("ifgenerationmatch", generation(stored));
    }
}
