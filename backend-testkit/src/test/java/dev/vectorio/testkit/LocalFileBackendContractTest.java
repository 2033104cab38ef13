package dev.vectorio.testkit;

import dev.vectorio.local.LocalFileBackend;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The contract against core's own backend for files, with keys as paths below a folder. */
class LocalFileBackendContractTest extends ObjectStoreBackendContract {
    private final Path folder;

    LocalFileBackendContractTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return LocalFileBackend.create(12);
    }

    @Override
    protected ContractFeatures features() {
        Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        Stream<String> unwritable =
                KeyChecks.ODD_KEYS.stream().filter(key -> !names.newEncoder().canEncode(key));
        // to a file system two slashes are one
        return ContractFeatures.of(
                        StoreFeature.MISSING_CONTAINER,
                        StoreFeature.RANGE_BEHIND_END_REFUSED,
                        StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS)
                .withImpossibleKeys(Stream.concat(Stream.of("a//b"), unwritable).toArray(String[]::new));
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
        Path file = folder.resolve(key);
        Files.createDirectories(file.resolve("..").normalize());
        Files.write(file, content);
    }

    @Override
    protected void replace(String key, byte[] content) throws IOException {
        Path next = Files.write(folder.resolve("replacement"), content);
        Files.move(next, folder.resolve(key), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    protected void delete(String key) throws IOException {
        Files.deleteIfExists(folder.resolve(key));
    }
}
