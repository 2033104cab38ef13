package dev.vectorio.peers.table;

import dev.vectorio.cli.files.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that a case reads.
 *
 * @param shape of each
 * @param count of them
 * @param distinct with values of their own; the others repeat them under other keys
 */
public record FileSet(WorkloadFile shape, int count, int distinct) {
    private static final long SETS = 1_000_003;

    /** One file. */
    public static FileSet one(WorkloadFile shape) {
        return new FileSet(shape, 1, 1);
    }

    /** Many of the same shape. */
    public static FileSet many(WorkloadFile shape, int count) {
        return new FileSet(shape, count, Math.min(count, 4));
    }

    /**
     * The files in a folder, written where they are missing.
     *
     * @param set 0 for the values that shapes come with, others are seeded differently
     */
    public List<Path> written(Path folder, int set) throws IOException {
        Files.createDirectories(folder);
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < distinct; i++) {
            WorkloadFile file = shape.withSeed(shape.seed() + set * SETS + i);
            String name = "%s-%dx%d-%d.parquet"
                    .formatted(file.name(), file.rows(), file.columns().size(), file.seed());
            Path path = folder.resolve(name);
            if (!Files.exists(path)) {
                Path unfinished = Files.createTempFile(folder, name, ".part");
                file.write(unfinished);
                Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            }
            paths.add(path);
        }
        return paths;
    }
}
