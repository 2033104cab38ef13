package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.request.Operation;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureBlobsTest {
    private static final String AT = "/devstoreaccount1/c/";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);
    private final byte[] content = ObjectReadsTest.randomBytes(1000, 7);

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static String md5(byte[] bytes) throws Exception {
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    }

    private HttpResponse<byte[]> putBlob(String name, byte[] bytes, String... headers) throws Exception {
        store.bucket("c");
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "x-ms-blob-type";
        all[headers.length + 1] = "BlockBlob";
        return http.put(AT + name, bytes, all);
    }

    @Test
    void wholeBlobComesWithItsProperties() throws Exception {
        HttpResponse<byte[]> written = putBlob("k", content, "x-ms-meta-colour", "blue", "Content-Type", "text/plain");
        assertThat(written.statusCode()).isEqualTo(201);
        HttpResponse<byte[]> response = http.get(AT + "k", "x-ms-client-request-id", "mine");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(content);
        assertThat(header(response, "ETag")).isEqualTo(header(written, "ETag")).matches("\"0x[0-9A-F]+\"");
        assertThat(header(response, "Content-MD5")).isEqualTo(md5(content));
        assertThat(header(response, "x-ms-meta-colour")).isEqualTo("blue");
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain");
        assertThat(header(response, "x-ms-blob-type")).isEqualTo("BlockBlob");
        assertThat(header(response, "x-ms-request-id")).isNotEmpty();
        assertThat(header(response, "x-ms-client-request-id")).isEqualTo("mine");
        HttpResponse<byte[]> head = http.head(AT + "k");
        assertThat(header(head, "Content-Length")).isEqualTo("1000");
        assertThat(header(head, "ETag")).isEqualTo(header(written, "ETag"));
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1",
        "bytes=10-19, 10, 20",
        "bytes=999-999, 999, 1000",
        "bytes=990-5000, 990, 1000",
        "bytes=400-, 400, 1000",
        "bytes=0-, 0, 1000",
    })
    void rangesAreServedExactlyUnderEitherHeader(String range, int from, int to) throws Exception {
        putBlob("k", content);
        for (String name : List.of("Range", "x-ms-range")) {
            HttpResponse<byte[]> response = http.get(AT + "k", name, range);
            assertThat(response.statusCode()).isEqualTo(206);
            assertThat(response.body()).isEqualTo(Arrays.copyOfRange(content, from, to));
            assertThat(header(response, "Content-Range")).isEqualTo("bytes " + from + "-" + (to - 1) + "/1000");
            assertThat(header(response, "Content-MD5")).isEmpty();
            assertThat(header(response, "x-ms-blob-content-md5")).isEqualTo(md5(content));
        }
        HttpResponse<byte[]> both = http.get(AT + "k", "Range", "bytes=3-4", "x-ms-range", range);
        assertThat(both.body()).isEqualTo(Arrays.copyOfRange(content, from, to));
        assertThat(store.log().records().list().get(3).facts().rangeHeader()).contains(range);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=-5", "bytes=-5000", "bytes=0-1,5-6", "bytes=9-3", "lines=1-2"})
    void suffixesAndWhatTheReferenceDoesNotAllowAreIgnored(String range) throws Exception {
        putBlob("k", content);
        HttpResponse<byte[]> response = http.get(AT + "k", "x-ms-range", range);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(content);
        assertThat(header(response, "Content-Range")).isEmpty();
    }

    @Test
    void rangesBehindTheEndAreRefusedWithTheLength() throws Exception {
        putBlob("k", content);
        putBlob("empty", new byte[0]);
        HttpResponse<byte[]> behind = http.get(AT + "k", "x-ms-range", "bytes=1000-1009");
        assertThat(behind.statusCode()).isEqualTo(416);
        assertThat(header(behind, "x-ms-error-code")).isEqualTo("InvalidRange");
        assertThat(header(behind, "Content-Range")).isEqualTo("bytes */1000");
        assertThat(text(behind)).contains("<Code>InvalidRange</Code>");
        HttpResponse<byte[]> empty = http.get(AT + "empty", "x-ms-range", "bytes=0-0");
        assertThat(empty.statusCode()).isEqualTo(416);
        assertThat(header(empty, "Content-Range")).isEqualTo("bytes */0");
        assertThat(http.get(AT + "empty").statusCode()).isEqualTo(200);
    }

    @Test
    void hashesOfRangesAreMadeUpToFourMebibytes() throws Exception {
        byte[] large = ObjectReadsTest.randomBytes((4 << 20) + 1, 3);
        putBlob("k", large);
        String wish = "x-ms-range-get-content-md5";
        HttpResponse<byte[]> fitting = http.get(AT + "k", wish, "true", "x-ms-range", "bytes=0-4194303");
        assertThat(fitting.statusCode()).isEqualTo(206);
        assertThat(header(fitting, "Content-MD5")).isEqualTo(md5(Arrays.copyOf(large, 4 << 20)));
        assertThat(http.get(AT + "k", wish, "true", "x-ms-range", "bytes=0-4194304")
                        .statusCode())
                .isEqualTo(400);
        assertThat(http.get(AT + "k", wish, "true").statusCode()).isEqualTo(400);
    }

    @Test
    void errorsHaveTheirCodesInHeaderAndBody() throws Exception {
        putBlob("secret", content);
        store.bucket("c").deny("secret");
        Object[][] cases = {
            {AT + "none", 404, "BlobNotFound"},
            {"/devstoreaccount1/none/k", 404, "ContainerNotFound"},
            {AT + "secret", 403, "AuthorizationPermissionMismatch"},
        };
        for (Object[] expected : cases) {
            HttpResponse<byte[]> response = http.get((String) expected[0]);
            assertThat(response.statusCode()).isEqualTo(expected[1]);
            assertThat(header(response, "x-ms-error-code")).isEqualTo(expected[2]);
            assertThat(text(response)).contains("<Code>" + expected[2] + "</Code>", "RequestId:");
            HttpResponse<byte[]> head = http.head((String) expected[0]);
            assertThat(head.statusCode()).isEqualTo(expected[1]);
            assertThat(header(head, "x-ms-error-code")).isEqualTo(expected[2]);
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void archivedBlobsCannotBeRead() throws Exception {
        putBlob("k", content);
        assertThat(http.put(AT + "k?comp=tier", new byte[0], "x-ms-access-tier", "Archive")
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<byte[]> response = http.get(AT + "k");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(header(response, "x-ms-error-code")).isEqualTo("BlobArchived");
        assertThat(header(http.head(AT + "k"), "x-ms-access-tier")).isEqualTo("Archive");
    }

    @Test
    void conditionsAreHonoured() throws Exception {
        String etag = header(putBlob("k", content), "ETag");
        assertThat(http.get(AT + "k", "If-Match", etag).statusCode()).isEqualTo(200);
        assertThat(http.get(AT + "k", "If-Match", "*").statusCode()).isEqualTo(200);
        HttpResponse<byte[]> changed = http.get(AT + "k", "If-Match", "\"0x8D\"", "x-ms-range", "bytes=0-1");
        assertThat(changed.statusCode()).isEqualTo(412);
        assertThat(header(changed, "x-ms-error-code")).isEqualTo("ConditionNotMet");
        assertThat(http.get(AT + "k", "If-None-Match", etag).statusCode()).isEqualTo(304);
        assertThat(http.get(AT + "k", "If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")
                        .statusCode())
                .isEqualTo(304);
        assertThat(http.get(AT + "k", "If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT")
                        .statusCode())
                .isEqualTo(412);
        assertThat(putBlob("k", content, "If-None-Match", "*").statusCode()).isEqualTo(409);
        assertThat(putBlob("k", content, "If-Match", "\"0x8D\"").statusCode()).isEqualTo(412);
    }

    @Test
    void tagsChangeWithTheSameBytesAndWithMetadataAlone() throws Exception {
        String first = header(putBlob("k", content), "ETag");
        String second = header(putBlob("k", content), "ETag");
        HttpResponse<byte[]> set = http.put(AT + "k?comp=metadata", new byte[0], "x-ms-meta-colour", "red");
        assertThat(set.statusCode()).isEqualTo(200);
        assertThat(second).isNotEqualTo(first);
        assertThat(header(set, "ETag")).isNotEqualTo(second);
        HttpResponse<byte[]> read = http.get(AT + "k");
        assertThat(read.body()).isEqualTo(content);
        assertThat(header(read, "x-ms-meta-colour")).isEqualTo("red");
        assertThat(header(read, "ETag")).isEqualTo(header(set, "ETag"));
    }

    @Test
    void blocksBecomeABlobInTheOrderOfTheList() throws Exception {
        store.bucket("c");
        for (String block : List.of("one", "two", "three")) {
            String id = Base64.getEncoder().encodeToString(block.getBytes(StandardCharsets.UTF_8));
            assertThat(http.put(
                                    AT + "k?comp=block&blockid=" + id.replace("=", "%3D"),
                                    block.getBytes(StandardCharsets.UTF_8))
                            .statusCode())
                    .isEqualTo(201);
        }
        assertThat(http.get(AT + "k").statusCode()).isEqualTo(404);
        String list =
                "<?xml version=\"1.0\"?><BlockList><Latest>dHdv</Latest><Uncommitted>b25l</Uncommitted></BlockList>";
        HttpResponse<byte[]> committed =
                http.put(AT + "k?comp=blocklist", list.getBytes(StandardCharsets.UTF_8), "x-ms-meta-a", "b");
        assertThat(committed.statusCode()).isEqualTo(201);
        assertThat(text(http.get(AT + "k"))).isEqualTo("twoone");
        String unknown = "<BlockList><Latest>bm9uZQ==</Latest></BlockList>";
        HttpResponse<byte[]> refused = http.put(AT + "k?comp=blocklist", unknown.getBytes(StandardCharsets.UTF_8));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(header(refused, "x-ms-error-code")).isEqualTo("InvalidBlockList");
    }

    @Test
    void listsAreFlatOrByHierarchyAndComeInPages() throws Exception {
        for (String name : List.of("a/1", "a/2", "b", "c/d/e")) {
            putBlob(name, content);
        }
        String flat = text(http.get("/devstoreaccount1/c?restype=container&comp=list"));
        assertThat(flat).contains("<Name>a/1</Name>", "<Name>c/d/e</Name>", "<Content-Length>1000</Content-Length>");
        String tree = text(http.get("/devstoreaccount1/c?restype=container&comp=list&delimiter=/"));
        assertThat(tree)
                .contains("<BlobPrefix><Name>a/</Name></BlobPrefix>", "<Name>b</Name>")
                .doesNotContain("<Name>a/1</Name>");
        String first = text(http.get("/devstoreaccount1/c?restype=container&comp=list&maxresults=2"));
        String marker = first.replaceFirst("(?s).*<NextMarker>(.*)</NextMarker>.*", "$1");
        String second = text(http.get("/devstoreaccount1/c?restype=container&comp=list&marker=" + marker));
        assertThat(first).contains("<Name>a/2</Name>").doesNotContain("<Name>b</Name>");
        assertThat(second).contains("<Name>b</Name>").doesNotContain("<Name>a/2</Name>");
    }

    @Test
    void copiesAndDeletesAnswer202() throws Exception {
        putBlob("k", content);
        HttpResponse<byte[]> copied = http.put(AT + "copy", new byte[0], "x-ms-copy-source", store.uri() + AT + "k");
        assertThat(copied.statusCode()).isEqualTo(202);
        assertThat(header(copied, "x-ms-copy-status")).isEqualTo("success");
        assertThat(http.get(AT + "copy").body()).isEqualTo(content);
        assertThat(http.delete(AT + "copy").statusCode()).isEqualTo(202);
        assertThat(http.delete(AT + "copy").statusCode()).isEqualTo(404);
    }

    @Test
    void containersAreMadeOnceAndListed() throws Exception {
        assertThat(http.put("/devstoreaccount1/new?restype=container", new byte[0])
                        .statusCode())
                .isEqualTo(201);
        HttpResponse<byte[]> again = http.put("/devstoreaccount1/new?restype=container", new byte[0]);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(header(again, "x-ms-error-code")).isEqualTo("ContainerAlreadyExists");
        assertThat(http.head("/devstoreaccount1/new?restype=container").statusCode())
                .isEqualTo(200);
        assertThat(text(http.get("/devstoreaccount1?comp=list"))).contains("<Name>new</Name>");
        assertThat(http.delete("/devstoreaccount1/new?restype=container").statusCode())
                .isEqualTo(202);
        assertThat(http.head("/devstoreaccount1/new?restype=container").statusCode())
                .isEqualTo(404);
    }

    @Test
    void namesAreDecodedOnceAndNothingElse() throws Exception {
        String[][] names = {
            {"a b", "a%20b"},
            {"a+b", "a+b"},
            {"a%2Fb", "a%252Fb"},
            {"a/b", "a%2Fb"},
            {"a//b", "a//b"},
            {"ä/🙂", "%C3%A4/%F0%9F%99%82"},
        };
        for (String[] name : names) {
            putBlob(name[1], name[0].getBytes(StandardCharsets.UTF_8));
            assertThat(store.bucket("c").current(name[0])).as(name[0]).isPresent();
            assertThat(text(http.get(AT + name[1]))).isEqualTo(name[0]);
        }
    }

    @Test
    void scriptedErrorsAreWordedAsTheServiceDoes() throws Exception {
        putBlob("k", content);
        store.faults()
                .add(FaultRule.when(
                                RequestMatch.reads().key("k"),
                                Fault.error(503, "ServerBusy", Map.of("Retry-After", "2")))
                        .once());
        HttpResponse<byte[]> busy = http.get(AT + "k");
        assertThat(busy.statusCode()).isEqualTo(503);
        assertThat(header(busy, "Retry-After")).isEqualTo("2");
        assertThat(header(busy, "x-ms-error-code")).isEqualTo("ServerBusy");
        assertThat(text(busy)).contains("<Code>ServerBusy</Code>");
        assertThat(http.get(AT + "k").statusCode()).isEqualTo(200);
    }

    @Test
    void bothDialectsServeTheSameObjectsAndTheLogKnowsWhatWasDone() throws Exception {
        putBlob("k", content);
        assertThat(http.get("/c/k").body()).isEqualTo(content);
        assertThat(header(http.get("/c/k"), "x-amz-request-id")).isNotEmpty();
        http.get(AT + "k", "x-ms-range", "bytes=0-9");
        http.head(AT + "k");
        assertThat(store.log().records().ofKey("k").stream()
                        .map(RequestRecord::facts)
                        .map(f -> f.operation()))
                .containsExactly(Operation.WRITE, Operation.READ, Operation.READ, Operation.READ, Operation.HEAD);
        assertThat(store.log().records().ofKey("k").list().get(3).facts().bucket())
                .isEqualTo("c");
    }
}
