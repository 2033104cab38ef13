package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectWritesTest {
    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);
    private final byte[] content = ObjectReadsTest.randomBytes(100_000, 11);

    @BeforeEach
    void makeBucket() {
        store.bucket("b");
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static String md5(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    }

    @Test
    void whatIsPutComesBackWithItsMetadata() throws Exception {
        HttpResponse<byte[]> put = http.put(
                "/b/k", content, "Content-Type", "text/x", "x-amz-meta-Colour", "blue", "Cache-Control", "no-store");
        assertThat(header(put, "ETag")).isEqualTo('"' + md5(content) + '"');
        HttpResponse<byte[]> get = http.get("/b/k");
        assertThat(get.body()).isEqualTo(content);
        assertThat(header(get, "Content-Type")).isEqualTo("text/x");
        assertThat(header(get, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(get, "x-amz-meta-colour")).isEqualTo("blue");
    }

    @Test
    void writesCanBeConditional() throws Exception {
        assertThat(http.put("/b/k", content, "If-None-Match", "*").statusCode()).isEqualTo(200);
        assertThat(http.put("/b/k", new byte[1], "If-None-Match", "*").statusCode())
                .isEqualTo(412);
        assertThat(http.put("/b/k", new byte[2], "If-Match", "\"other\"").statusCode())
                .isEqualTo(412);
        assertThat(http.get("/b/k").body()).isEqualTo(content);
        assertThat(http.put("/b/k", new byte[3], "If-Match", '"' + md5(content) + '"')
                        .statusCode())
                .isEqualTo(200);
        assertThat(http.get("/b/k").body()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crc32", "crc32c", "crc64nvme", "sha1", "sha256"})
    void checksumsAreCheckedKeptAndGivenBack(String algorithm) throws Exception {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        String name = "x-amz-checksum-" + algorithm;
        String right = switch (algorithm) {
            case "crc32" -> base64("cbf43926");
            case "crc32c" -> base64("e3069283");
            case "crc64nvme" -> base64("ae8b14860a799888");
            default ->
                Base64.getEncoder()
                        .encodeToString(MessageDigest.getInstance(algorithm.equals("sha1") ? "SHA-1" : "SHA-256")
                                .digest(digits));
        };
        HttpResponse<byte[]> wrong = http.put("/b/k", content, name, right);
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(text(wrong)).contains("<Code>BadDigest</Code>");
        assertThat(header(http.put("/b/k", digits, name, right), name)).isEqualTo(right);
        assertThat(header(http.get("/b/k", "x-amz-checksum-mode", "ENABLED"), name))
                .isEqualTo(right);
        assertThat(header(http.get("/b/k"), name)).isEmpty();
    }

    private static String base64(String hex) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }

    @Test
    void contentMd5IsChecked() throws Exception {
        assertThat(http.put("/b/k", content, "Content-MD5", base64(md5(content)))
                        .statusCode())
                .isEqualTo(200);
        assertThat(http.put("/b/k", content, "Content-MD5", base64(md5(new byte[1])))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void signedChunksAreDecoded() throws Exception {
        byte[] body = chunked(";chunk-signature=" + "0".repeat(64), "", 65536, 34464);
        HttpResponse<byte[]> put = http.put(
                "/b/k",
                body,
                "x-amz-content-sha256",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "Content-Encoding",
                "aws-chunked,gzip",
                "x-amz-decoded-content-length",
                "100000");
        assertThat(put.statusCode()).isEqualTo(200);
        HttpResponse<byte[]> get = http.get("/b/k");
        assertThat(get.body()).isEqualTo(content);
        assertThat(header(get, "Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void trailersOfUnsignedChunksAreCheckedAndKept() throws Exception {
        String crc = crc32(content);
        byte[] body = chunked("", "x-amz-checksum-crc32:" + crc + "\r\n", 1, 99_000, 999);
        String[] headers = {
            "x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
            "Content-Encoding", "aws-chunked",
            "x-amz-trailer", "x-amz-checksum-crc32",
            "x-amz-decoded-content-length", "100000"
        };
        assertThat(header(http.put("/b/k", body, headers), "x-amz-checksum-crc32"))
                .isEqualTo(crc);
        assertThat(http.get("/b/k").body()).isEqualTo(content);
        assertThat(header(http.get("/b/k"), "Content-Encoding")).isEmpty();
        byte[] wrong = chunked("", "x-amz-checksum-crc32:AAAAAA==\r\n", 100_000);
        assertThat(text(http.put("/b/k", wrong, headers))).contains("<Code>BadDigest</Code>");
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return base64("%08x".formatted(crc.getValue()));
    }

    @Test
    void brokenChunksAndWrongLengthsAreRefused() throws Exception {
        byte[] whole = chunked("", "", 100_000);
        String[] headers = {
            "x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "x-amz-decoded-content-length", "100000"
        };
        assertThat(text(http.put("/b/k", Arrays.copyOf(whole, 50_000), headers)))
                .contains("<Code>IncompleteBody</Code>");
        assertThat(text(http.put("/b/k", "nonsense\r\n".getBytes(StandardCharsets.US_ASCII), headers)))
                .contains("<Code>IncompleteBody</Code>");
        headers[3] = "99999";
        assertThat(text(http.put("/b/k", whole, headers))).contains("<Code>IncompleteBody</Code>");
        assertThat(http.get("/b/k").statusCode()).isEqualTo(404);
    }

    private byte[] chunked(String extension, String trailers, int... sizes) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int offset = 0;
        for (int size : sizes) {
            body.write((Integer.toHexString(size) + extension + "\r\n").getBytes(StandardCharsets.US_ASCII));
            body.write(content, offset, size);
            body.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            offset += size;
        }
        body.write(("0" + extension + "\r\n" + trailers + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    @Test
    void partsBecomeOneObjectThatIsReadByPartsToo() throws Exception {
        byte[] first = ObjectReadsTest.randomBytes(5 << 20, 1);
        byte[] second = ObjectReadsTest.randomBytes(1234, 2);
        String id = element(text(http.post("/b/m?uploads", "")), "UploadId");
        String etag2 = header(http.put("/b/m?partNumber=2&uploadId=" + id, second), "ETag");
        String etag1 = header(http.put("/b/m?partNumber=1&uploadId=" + id, first), "ETag");
        assertThat(text(http.get("/b/m?uploadId=" + id)))
                .contains("<PartNumber>1</PartNumber>", "<Size>1234</Size>", "<IsTruncated>false</IsTruncated>");
        assertThat(text(http.get("/b?uploads"))).contains("<UploadId>" + id);
        assertThat(http.get("/b/m").statusCode()).isEqualTo(404);
        String parts = "<CompleteMultipartUpload>" + part(1, etag1) + part(2, etag2) + "</CompleteMultipartUpload>";
        String completed = text(http.post("/b/m?uploadId=" + id, parts));
        MessageDigest tags = MessageDigest.getInstance("MD5");
        tags.update(HexFormat.of().parseHex(md5(first)));
        String expected = HexFormat.of().formatHex(tags.digest(HexFormat.of().parseHex(md5(second)))) + "-2";
        assertThat(completed).contains("&quot;" + expected + "&quot;");
        HttpResponse<byte[]> across = http.get("/b/m", "Range", "bytes=" + ((5 << 20) - 3) + "-" + ((5 << 20) + 2));
        assertThat(Arrays.copyOfRange(across.body(), 0, 3))
                .isEqualTo(Arrays.copyOfRange(first, first.length - 3, first.length));
        assertThat(Arrays.copyOfRange(across.body(), 3, 6)).isEqualTo(Arrays.copyOf(second, 3));
        HttpResponse<byte[]> part2 = http.get("/b/m?partNumber=2");
        assertThat(part2.statusCode()).isEqualTo(206);
        assertThat(part2.body()).isEqualTo(second);
        assertThat(header(part2, "x-amz-mp-parts-count")).isEqualTo("2");
        assertThat(http.get("/b/m?partNumber=3").statusCode()).isEqualTo(416);
        assertThat(http.post("/b/m?uploadId=" + id, parts).statusCode()).isEqualTo(404);
    }

    private static String part(int number, String etag) {
        return "<Part><PartNumber>" + number + "</PartNumber><ETag>" + etag.replace("\"", "&quot;") + "</ETag></Part>";
    }

    private static String element(String xml, String name) {
        Matcher matcher =
                Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
        assertThat(matcher.find()).as(name + " in " + xml).isTrue();
        return matcher.group(1);
    }

    @Test
    void partsAreCheckedWhenAnUploadIsCompleted() throws Exception {
        String id = element(text(http.post("/b/m?uploads", "")), "UploadId");
        String etag1 = header(http.put("/b/m?partNumber=1&uploadId=" + id, new byte[10]), "ETag");
        String etag2 = header(http.put("/b/m?partNumber=2&uploadId=" + id, new byte[11]), "ETag");
        assertThat(completed(id, part(1, etag1) + part(2, etag2))).contains("EntityTooSmall");
        assertThat(completed(id, part(2, etag2) + part(1, etag1))).contains("InvalidPartOrder");
        assertThat(completed(id, part(1, etag2))).contains("InvalidPart");
        assertThat(completed(id, "")).contains("MalformedXML");
        assertThat(text(http.post("/b/m?uploadId=" + id, "<broken"))).contains("MalformedXML");
        assertThat(http.put("/b/m?partNumber=10001&uploadId=" + id, new byte[1]).statusCode())
                .isEqualTo(400);
        assertThat(http.delete("/b/m?uploadId=" + id).statusCode()).isEqualTo(204);
        assertThat(http.put("/b/m?partNumber=1&uploadId=" + id, new byte[1]).statusCode())
                .isEqualTo(404);
    }

    private String completed(String id, String parts) throws Exception {
        return text(
                http.post("/b/m?uploadId=" + id, "<CompleteMultipartUpload>" + parts + "</CompleteMultipartUpload>"));
    }

    @Test
    void copiesShareNoKeyAndKeepMetadataUnlessReplaced() throws Exception {
        http.put("/b/from%20here", content, "x-amz-meta-a", "1");
        HttpResponse<byte[]> copy = http.put("/b/to", new byte[0], "x-amz-copy-source", "/b/from%20here");
        assertThat(text(copy)).contains("<CopyObjectResult", "LastModified");
        assertThat(http.get("/b/to").body()).isEqualTo(content);
        assertThat(header(http.get("/b/to"), "x-amz-meta-a")).isEqualTo("1");
        http.put("/b/to", new byte[0], "x-amz-copy-source", "b/from%20here", "x-amz-metadata-directive", "REPLACE");
        assertThat(header(http.get("/b/to"), "x-amz-meta-a")).isEmpty();
        assertThat(http.put("/b/to", new byte[0], "x-amz-copy-source", "/b/none")
                        .statusCode())
                .isEqualTo(404);
        assertThat(http.put("/b/to", new byte[0], "x-amz-copy-source", "/b/to", "x-amz-copy-source-if-match", "x")
                        .statusCode())
                .isEqualTo(412);
    }

    @Test
    void partsCanBeCopiedFromRanges() throws Exception {
        http.put("/b/from", content);
        String id = element(text(http.post("/b/m?uploads", "")), "UploadId");
        String copied = text(http.put(
                "/b/m?partNumber=1&uploadId=" + id,
                new byte[0],
                "x-amz-copy-source",
                "/b/from",
                "x-amz-copy-source-range",
                "bytes=100-199"));
        String etag = element(copied, "ETag").replace("&quot;", "\"");
        completed(id, part(1, etag));
        assertThat(http.get("/b/m").body()).isEqualTo(Arrays.copyOfRange(content, 100, 200));
    }

    @Test
    void objectsAreDeletedOneByOneAndInBulk() throws Exception {
        for (String key : new String[] {"a", "b&c", "d", "kept"}) {
            store.put("b", key, content);
        }
        assertThat(http.delete("/b/a").statusCode()).isEqualTo(204);
        assertThat(http.delete("/b/a").statusCode()).isEqualTo(204);
        store.bucket("b").deny("kept");
        String answer = text(http.post(
                "/b?delete",
                "<Delete><Object><Key>b&amp;c</Key></Object><Object><Key>d</Key></Object>"
                        + "<Object><Key>kept</Key></Object></Delete>"));
        assertThat(answer).contains("<Deleted><Key>b&amp;c</Key></Deleted>", "<Error><Key>kept</Key>");
        assertThat(store.bucket("b").keys()).containsExactly("kept");
    }

    @Test
    void bucketsAreMadeAskedAndDeleted() throws Exception {
        assertThat(http.put("/fresh", new byte[0]).statusCode()).isEqualTo(200);
        assertThat(header(http.head("/fresh"), "x-amz-bucket-region")).isEqualTo("us-east-1");
        assertThat(text(http.get("/"))).contains("<Name>fresh</Name>", "<Name>b</Name>");
        assertThat(text(http.get("/fresh?location"))).contains("LocationConstraint");
        http.put("/fresh?versioning", "<V><Status>Enabled</Status></V>".getBytes(StandardCharsets.US_ASCII));
        assertThat(text(http.get("/fresh?versioning"))).contains("<Status>Enabled</Status>");
        assertThat(http.get("/fresh?acl").statusCode()).isEqualTo(200);
        http.put("/fresh/k", content);
        assertThat(http.delete("/fresh").statusCode()).isEqualTo(409);
        http.delete("/fresh/k");
        assertThat(text(http.get("/fresh?versions"))).contains("<DeleteMarker>", "<Version>");
        assertThat(http.delete("/fresh").statusCode()).isEqualTo(204);
        assertThat(http.head("/fresh").statusCode()).isEqualTo(404);
    }
}
