package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import java.nio.file.Path;

/**
 * A local file and the object that it becomes, or comes from.
 *
 * @param file the file
 * @param location the object
 */
public record StagedFile(Path file, ObjectLocation location) {}
