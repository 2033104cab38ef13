package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.file.datalake.DataLakeFileClient;
import com.azure.storage.file.datalake.DataLakeFileSystemClient;
import com.azure.storage.file.datalake.DataLakeServiceClientBuilder;
import com.azure.storage.file.datalake.models.DataLakeRequestConditions;
import com.azure.storage.file.datalake.models.DataLakeStorageException;
import com.azure.storage.file.datalake.models.FileRange;
import com.azure.storage.file.datalake.models.ListPathsOptions;
import com.azure.storage.file.datalake.models.PathItem;
import dev.vectorio.testkit.Fetch;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Microsoft's Data Lake client on the simulated store: what it writes is what the backend reads. */
class DataLakeClientTest {
    private final SimulatedAccount account = new SimulatedAccount(false);
    private final DataLakeFileSystemClient files = new DataLakeServiceClientBuilder()
            .endpoint(account.store().uri() + "/" + TestContainer.ACCOUNT)
            .credential(new StorageSharedKeyCredential(TestContainer.ACCOUNT, SimulatedAccount.KEY))
            .buildClient()
            .getFileSystemClient(SimulatedAccount.CONTAINER);

    @AfterEach
    void closeStore() {
        account.close();
    }

    @Test
    void whatTheClientAppendsTheBackendReads() {
        byte[] content = SimulatedAccount.content(300_000);
        DataLakeFileClient file = files.createFile("dir/appended");
        file.append(BinaryData.fromBytes(Arrays.copyOf(content, 100_000)), 0);
        file.append(BinaryData.fromBytes(Arrays.copyOfRange(content, 100_000, 300_000)), 100_000);
        file.flush(300_000, true);
        try (AdlsBackend backend = AdlsBackend.create(account.withKey())) {
            Fetch fetch = Fetch.start(
                    backend, SimulatedAccount.get(SimulatedAccount.location("dir/appended"), 99_000, 2_000));
            assertThat(fetch.requireBytes()).isEqualTo(Arrays.copyOfRange(content, 99_000, 101_000));
            assertThat(fetch.requireHead().version().orElseThrow().token())
                    .isEqualTo('"' + file.getProperties().getETag() + '"');
        }
    }

    @Test
    void theClientReadsRangesWithConditionsAndStreams() throws Exception {
        byte[] content = SimulatedAccount.content(5_000_000);
        DataLakeFileClient file = files.getFileClient("uploaded");
        file.upload(BinaryData.fromBytes(content), true);
        assertThat(file.getProperties().getFileSize()).isEqualTo(content.length);
        ByteArrayOutputStream range = new ByteArrayOutputStream();
        var unused = file.readWithResponse(
                range, new FileRange(1_000, 500L), null, new DataLakeRequestConditions(), false, null, Context.NONE);
        assertThat(range.toByteArray()).isEqualTo(Arrays.copyOfRange(content, 1_000, 1_500));
        try (InputStream in = file.openInputStream().getInputStream()) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        DataLakeRequestConditions other = new DataLakeRequestConditions().setIfMatch("\"0x8D\"");
        assertThatThrownBy(() -> file.readWithResponse(
                        new ByteArrayOutputStream(), new FileRange(0, 1L), null, other, false, null, Context.NONE))
                .isInstanceOfSatisfying(
                        DataLakeStorageException.class,
                        e -> assertThat(e.getStatusCode()).isEqualTo(412));
    }

    @Test
    void theClientListsRenamesAndDeletes() {
        files.createDirectory("dir");
        files.getFileClient("dir/a").upload(BinaryData.fromString("1"), true);
        files.getFileClient("dir/sub/b").upload(BinaryData.fromString("22"), true);
        assertThat(files.listPaths(new ListPathsOptions().setPath("dir").setRecursive(true), null))
                .extracting(PathItem::getName)
                .contains("dir/a", "dir/sub/b");
        assertThat(files.listPaths(new ListPathsOptions().setPath("dir"), null))
                .extracting(PathItem::getName, PathItem::isDirectory)
                .contains(org.assertj.core.groups.Tuple.tuple("dir/sub", true));
        files.getDirectoryClient("dir").rename(null, "moved");
        assertThat(files.getFileClient("moved/sub/b").getProperties().getFileSize())
                .isEqualTo(2);
        assertThat(files.getFileClient("dir/a").exists()).isFalse();
        files.getFileClient("moved/a").delete();
        assertThat(files.getFileClient("moved/a").exists()).isFalse();
        files.getDirectoryClient("moved").deleteRecursively();
        assertThat(files.getFileClient("moved/sub/b").exists()).isFalse();
    }

    @Test
    void fileSystemsAreMadeAndDeleted() {
        DataLakeFileSystemClient made = new DataLakeServiceClientBuilder()
                .endpoint(account.store().uri() + "/" + TestContainer.ACCOUNT)
                .credential(new StorageSharedKeyCredential(TestContainer.ACCOUNT, SimulatedAccount.KEY))
                .buildClient()
                .createFileSystem("made");
        assertThat(made.exists()).isTrue();
        made.delete();
        assertThat(made.exists()).isFalse();
    }
}
