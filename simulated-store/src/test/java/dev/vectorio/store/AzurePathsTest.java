package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AzurePathsTest {
    private static final String ROOT = "/devstoreaccount1/fs";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);

    @AfterEach
    void closeStore() {
        store.close();
    }

    private HttpResponse<byte[]> write(String path, String... pieces) throws Exception {
        http.put(ROOT + "?resource=filesystem", new byte[0]);
        assertThat(http.put(ROOT + "/" + path + "?resource=file", new byte[0]).statusCode())
                .isEqualTo(201);
        int position = 0;
        for (String piece : pieces) {
            String address = ROOT + "/" + path + "?action=append&position=" + position;
            assertThat(http.send("PATCH", address, piece.getBytes(StandardCharsets.UTF_8))
                            .statusCode())
                    .isEqualTo(202);
            position += piece.length();
        }
        return http.send("PATCH", ROOT + "/" + path + "?action=flush&position=" + position, new byte[0]);
    }

    @Test
    void filesGrowByAppendAndShowAfterFlush() throws Exception {
        HttpResponse<byte[]> flushed = write("dir/file", "first,", "second");
        assertThat(flushed.statusCode()).isEqualTo(200);
        HttpResponse<byte[]> read = http.get(ROOT + "/dir/file", "x-ms-range", "bytes=6-11");
        assertThat(read.statusCode()).isEqualTo(206);
        assertThat(text(read)).isEqualTo("second");
        assertThat(header(read, "ETag")).isEqualTo(header(flushed, "ETag"));
        assertThat(http.send("PATCH", ROOT + "/dir/file?action=flush&position=99", new byte[0])
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void statusTellsFilesFromDirectories() throws Exception {
        write("dir/file", "content");
        HttpResponse<byte[]> file = http.head(ROOT + "/dir/file?action=getStatus");
        assertThat(header(file, "x-ms-resource-type")).isEqualTo("file");
        assertThat(header(file, "Content-Length")).isEqualTo("7");
        assertThat(header(http.head(ROOT + "/dir?action=getStatus"), "x-ms-resource-type"))
                .isEqualTo("directory");
        HttpResponse<byte[]> none = http.head(ROOT + "/none?action=getStatus");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(header(none, "x-ms-error-code")).isEqualTo("PathNotFound");
        assertThat(http.head(ROOT + "/?action=getAccessControl").statusCode()).isEqualTo(200);
    }

    @Test
    void listsAreJson() throws Exception {
        write("dir/a", "1");
        write("dir/sub/b", "22");
        http.put(ROOT + "/dir/empty?resource=directory", new byte[0]);
        String flat = text(http.get(ROOT + "?resource=filesystem&recursive=true&directory=dir"));
        assertThat(flat)
                .contains("\"name\":\"dir/a\"", "\"name\":\"dir/sub/b\"", "\"contentLength\":\"2\"")
                .contains("\"name\":\"dir/empty\",\"isDirectory\":\"true\"");
        String level = text(http.get(ROOT + "?resource=filesystem&recursive=false&directory=dir"));
        assertThat(level)
                .contains("\"name\":\"dir/sub\",\"isDirectory\":\"true\"")
                .doesNotContain("dir/sub/b");
        HttpResponse<byte[]> page = http.get(ROOT + "?resource=filesystem&recursive=true&maxResults=1");
        assertThat(header(page, "x-ms-continuation")).isNotEmpty();
        HttpResponse<byte[]> none = http.get(ROOT + "?resource=filesystem&recursive=true&directory=none");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(text(none)).contains("\"code\":\"PathNotFound\"");
    }

    @Test
    void directoriesAreRenamedAndDeletedWithWhatTheyHold() throws Exception {
        write("dir/a", "1");
        write("dir/sub/b", "22");
        assertThat(http.put(ROOT + "/moved", new byte[0], "x-ms-rename-source", "/fs/dir")
                        .statusCode())
                .isEqualTo(201);
        assertThat(text(http.get(ROOT + "/moved/sub/b"))).isEqualTo("22");
        assertThat(http.get(ROOT + "/dir/a").statusCode()).isEqualTo(404);
        assertThat(http.delete(ROOT + "/moved?recursive=false").statusCode()).isEqualTo(409);
        assertThat(http.delete(ROOT + "/moved?recursive=true").statusCode()).isEqualTo(200);
        assertThat(http.get(ROOT + "/moved/a").statusCode()).isEqualTo(404);
    }
}
