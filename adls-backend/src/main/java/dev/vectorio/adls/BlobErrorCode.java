package dev.vectorio.adls;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.HttpRefusal;
import java.util.Set;

/**
 * What a status and an error code of the Blob service mean to a reader (Azure Storage REST reference, "Common REST API error
 * codes" and "Blob service error codes").
 */
final class BlobErrorCode {
    private static final Set<String> ARCHIVED = Set.of("BlobArchived", "BlobBeingRehydrated");

    private BlobErrorCode() {}

    static Kind kindOf(int status, String code) {
        if (isArchived(code)) {
            return Kind.UNSUPPORTED;
        }
        // an account that forbids anonymous reads answers them with 409
        return code.equals("PublicAccessNotPermitted") ? Kind.ACCESS_DENIED : HttpRefusal.kindOf(status);
    }

    /** What is missing, in the words of a message; nothing where the code does not tell. */
    static String missing(String code) {
        return switch (code) {
            case "ContainerNotFound", "FilesystemNotFound", "ContainerBeingDeleted" -> HttpRefusal.missing("container");
            case "BlobNotFound", "PathNotFound" -> HttpRefusal.missing("object");
            default -> "";
        };
    }

    /** True for a blob that must be brought back from the archive before it can be read. */
    static boolean isArchived(String code) {
        return ARCHIVED.contains(code);
    }
}
