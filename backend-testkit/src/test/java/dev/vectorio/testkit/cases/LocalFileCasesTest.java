package dev.vectorio.testkit.cases;

import dev.vectorio.local.LocalFileBackend;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.io.TempDir;

/** The cases on local files. */
class LocalFileCasesTest extends ReadCases {
    private final Path folder;

    LocalFileCasesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        return LocalFileBackend.create(pool);
    }

    @Override
    protected ObjectLocation location(String key) {
        return ObjectLocation.local(folder.resolve(key));
    }

    @Override
    protected ObjectLocation missingContainer() {
        return location("no-such-folder/key");
    }

    @Override
    protected void put(String key, byte[] content) throws IOException {
        Path next = Files.write(folder.resolve("replacement"), content);
        Files.move(next, folder.resolve(key), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    protected void delete(String key) throws IOException {
        Files.delete(folder.resolve(key));
    }
}
