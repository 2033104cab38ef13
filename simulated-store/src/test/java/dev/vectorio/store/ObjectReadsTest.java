package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.SyntheticBytes;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectReadsTest {
    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);
    private final byte[] content = randomBytes(1000, 7);

    @AfterEach
    void closeStore() {
        store.close();
    }

    static byte[] randomBytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void wholeObjectComesWithLengthTagAndRequestIds() throws Exception {
        StoredObject stored = store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get("/b/k");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(content);
        assertThat(header(response, "ETag")).isEqualTo('"' + stored.etag() + '"');
        assertThat(header(response, "Accept-Ranges")).isEqualTo("bytes");
        assertThat(header(response, "Last-Modified")).endsWith("GMT");
        assertThat(header(response, "x-amz-request-id")).isNotEmpty();
        assertThat(header(response, "x-amz-id-2")).isNotEmpty();
        assertThat(header(response, "Content-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1",
        "bytes=0-999, 0, 1000",
        "bytes=10-19, 10, 20",
        "bytes=999-999, 999, 1000",
        "bytes=990-5000, 990, 1000",
        "bytes=400-, 400, 1000",
        "bytes=-1, 999, 1000",
        "bytes=-300, 700, 1000",
        "bytes=-5000, 0, 1000",
    })
    void rangesAreServedExactlyAndClippedAtTheEnd(String range, int from, int to) throws Exception {
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get("/b/k", "Range", range);
        assertThat(response.statusCode()).isEqualTo(206);
        assertThat(response.body()).isEqualTo(Arrays.copyOfRange(content, from, to));
        assertThat(header(response, "Content-Range")).isEqualTo("bytes " + from + "-" + (to - 1) + "/1000");
        assertThat(header(response, "Content-Length")).isEqualTo(Integer.toString(to - from));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-1000", "bytes=1000-", "bytes=2000-3000", "bytes=-0"})
    void rangesPastTheEndAreRefusedWithTheLength(String range) throws Exception {
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get("/b/k", "Range", range);
        assertThat(response.statusCode()).isEqualTo(416);
        assertThat(header(response, "Content-Range")).isEqualTo("bytes */1000");
        assertThat(text(response)).contains("<Code>InvalidRange</Code>", "<ActualObjectSize>1000</ActualObjectSize>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=-5", "bytes=0-0", "bytes=0-"})
    void noRangeOfAnEmptyObjectCanBeServed(String range) throws Exception {
        store.put("b", "empty", new byte[0]);
        HttpResponse<byte[]> response = http.get("/b/empty", "Range", range);
        assertThat(response.statusCode()).isEqualTo(416);
        assertThat(header(response, "Content-Range")).isEqualTo("bytes */0");
        assertThat(http.get("/b/empty").statusCode()).isEqualTo(200);
        assertThat(http.get("/b/empty").body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-1,5-6", "bytes=9-3", "bytes=-", "lines=1-2", "bytes=a-b"})
    void severalRangesAndMalformedOnesAreIgnored(String range) throws Exception {
        store.put("b", "k", content);
        HttpResponse<byte[]> response = http.get("/b/k", "Range", range);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(content);
    }

    @Test
    void headAnswersLikeGetWithoutBody() throws Exception {
        store.put("b", "k", content, ObjectAttributes.none().withUser("colour", "blue"));
        HttpResponse<byte[]> response = http.head("/b/k");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Length")).isEqualTo("1000");
        assertThat(header(response, "x-amz-meta-colour")).isEqualTo("blue");
        assertThat(response.body()).isEmpty();
        assertThat(http.head("/b/k", "Range", "bytes=0-9").statusCode()).isEqualTo(206);
        assertThat(http.head("/b/none").statusCode()).isEqualTo(404);
        assertThat(http.head("/b/none").body()).isEmpty();
    }

    @Test
    void missingKeysAndBucketsAndDeniedKeysHaveTheirCodes() throws Exception {
        store.put("b", "k", content);
        store.bucket("b").deny("secret");
        store.put("b", "secret", content);
        HttpResponse<byte[]> noKey = http.get("/b/none");
        HttpResponse<byte[]> noBucket = http.get("/none/k");
        HttpResponse<byte[]> denied = http.get("/b/secret");
        assertThat(noKey.statusCode()).isEqualTo(404);
        assertThat(text(noKey)).contains("<Code>NoSuchKey</Code>", "<Key>none</Key>", "<RequestId>");
        assertThat(noBucket.statusCode()).isEqualTo(404);
        assertThat(text(noBucket)).contains("<Code>NoSuchBucket</Code>");
        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(text(denied)).contains("<Code>AccessDenied</Code>");
    }

    @Test
    void conditionsOnTheTagAreHonoured() throws Exception {
        String etag = '"' + store.put("b", "k", content).etag() + '"';
        assertThat(http.get("/b/k", "If-Match", etag).statusCode()).isEqualTo(200);
        assertThat(http.get("/b/k", "If-Match", "*").statusCode()).isEqualTo(200);
        HttpResponse<byte[]> changed = http.get("/b/k", "If-Match", "\"other\"", "Range", "bytes=0-1");
        assertThat(changed.statusCode()).isEqualTo(412);
        assertThat(text(changed)).contains("<Code>PreconditionFailed</Code>");
        HttpResponse<byte[]> same = http.get("/b/k", "If-None-Match", etag);
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(header(same, "ETag")).isEqualTo(etag);
        assertThat(http.get("/b/k", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    }

    @Test
    void conditionsOnTheTimeAreHonoured() throws Exception {
        store.put("b", "k", content);
        String past = "Mon, 01 Jan 2001 00:00:00 GMT";
        String future = "Fri, 01 Jan 2100 00:00:00 GMT";
        assertThat(http.get("/b/k", "If-Modified-Since", past).statusCode()).isEqualTo(200);
        assertThat(http.get("/b/k", "If-Modified-Since", future).statusCode()).isEqualTo(304);
        assertThat(http.get("/b/k", "If-Unmodified-Since", past).statusCode()).isEqualTo(412);
        assertThat(http.get("/b/k", "If-Unmodified-Since", future).statusCode()).isEqualTo(200);
    }

    @Test
    void versionsStayReadableWhereTheBucketKeepsThem() throws Exception {
        store.bucket("v").settings(store.bucket("v").settings().withVersioned(true));
        StoredObject first = store.put("v", "k", "first".getBytes(StandardCharsets.UTF_8));
        StoredObject second = store.put("v", "k", "second".getBytes(StandardCharsets.UTF_8));
        assertThat(text(http.get("/v/k"))).isEqualTo("second");
        assertThat(header(http.get("/v/k"), "x-amz-version-id")).isEqualTo(second.versionId());
        assertThat(text(http.get("/v/k?versionId=" + first.versionId()))).isEqualTo("first");
        http.delete("/v/k");
        assertThat(http.get("/v/k").statusCode()).isEqualTo(404);
        assertThat(header(http.get("/v/k"), "x-amz-delete-marker")).isEqualTo("true");
        assertThat(text(http.get("/v/k?versionId=" + second.versionId()))).isEqualTo("second");
        HttpResponse<byte[]> unknown = http.get("/v/k?versionId=nonesuch");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(text(unknown)).contains("<Code>NoSuchVersion</Code>");
    }

    @Test
    void gigabytesOfSyntheticBytesFollowFromTheirOffset() throws Exception {
        long length = 10_000_000_000L;
        store.putSynthetic("b", "big", length, 42);
        SyntheticBytes expected = new SyntheticBytes(length, 42);
        for (long offset : new long[] {0, 1_048_580, 5_000_000_000L, length - 3_000_000}) {
            HttpResponse<byte[]> response = http.get("/b/big", "Range", "bytes=" + offset + "-" + (offset + 2_999_999));
            assertThat(response.body()).isEqualTo(expected.copy(offset, 3_000_000));
        }
        assertThat(expected.copy(0, 64)).isNotEqualTo(expected.copy(1 << 23, 64));
        assertThat(expected.copy(0, 64)).isNotEqualTo(new SyntheticBytes(length, 43).copy(0, 64));
    }

    @Test
    void storedEncodingIsAnnouncedAndTheBytesStayAsTheyAre() throws Exception {
        store.put("b", "z", content, ObjectAttributes.none().withSystem("content-encoding", "gzip"));
        HttpResponse<byte[]> response = http.get("/b/z");
        assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
        assertThat(response.body()).isEqualTo(content);
    }

    @Test
    void requesterPaysBucketsWantToHearIt() throws Exception {
        store.put("paid", "k", content);
        store.bucket("paid").settings(store.bucket("paid").settings().withRequesterPays(true));
        assertThat(http.get("/paid/k").statusCode()).isEqualTo(403);
        assertThat(http.get("/paid/k", "x-amz-request-payer", "requester").statusCode())
                .isEqualTo(200);
    }

    @Test
    void objectsWrittenWithAKeyAreReadWithThatKeyAlone() throws Exception {
        String[] key = keyHeaders(new byte[32]);
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        assertThat(http.put("/b/k", content, key).statusCode()).isEqualTo(404);
        store.bucket("b");
        assertThat(http.put("/b/k", content, key).statusCode()).isEqualTo(200);
        HttpResponse<byte[]> withKey = http.get("/b/k", key);
        assertThat(withKey.body()).isEqualTo(content);
        assertThat(header(withKey, "x-amz-server-side-encryption-customer-key-md5"))
                .isEqualTo(key[5]);
        assertThat(http.get("/b/k").statusCode()).isEqualTo(400);
        assertThat(http.get("/b/k", keyHeaders(otherKey)).statusCode()).isEqualTo(403);
        store.put("b", "plain", content);
        assertThat(http.get("/b/plain", key).statusCode()).isEqualTo(400);
    }

    private static String[] keyHeaders(byte[] key) throws Exception {
        String prefix = "x-amz-server-side-encryption-customer-";
        byte[] md5 = MessageDigest.getInstance("MD5").digest(key);
        return new String[] {
            prefix + "algorithm", "AES256",
            prefix + "key", Base64.getEncoder().encodeToString(key),
            prefix + "key-md5", Base64.getEncoder().encodeToString(md5)
        };
    }

    @Test
    void keysAreDecodedOnceAndNothingElse() throws Exception {
        String[][] keys = {
            {"a b", "a%20b"},
            {"a+b", "a+b"},
            {"a+b+", "a%2Bb%2B"},
            {"a%2Fb", "a%252Fb"},
            {"a/b", "a%2Fb"},
            {"a//b", "a//b"},
            {"/lead", "/lead"},
            {"p=1/q#r?s", "p%3D1/q%23r%3Fs"},
            {"ä/日本/🙂", "%C3%A4/%E6%97%A5%E6%9C%AC/%F0%9F%99%82"},
            {"dir/", "dir/"},
            {"a/../b", "a/%2E%2E/b"},
        };
        store.bucket("b");
        for (String[] key : keys) {
            assertThat(http.put("/b/" + key[1], key[0].getBytes(StandardCharsets.UTF_8))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(store.bucket("b").current(key[0])).as(key[0]).isPresent();
        }
        for (String[] key : keys) {
            assertThat(text(http.get("/b/" + key[1]))).isEqualTo(key[0]);
        }
        assertThat(http.get("/b/%FF").statusCode()).isEqualTo(400);
    }
}
