package dev.vectorio.adls;

import dev.vectorio.model.ObjectReadException.Kind;
import java.util.Set;

/**
 * What a status and an error code of the Blob service mean to a reader (Azure Storage REST reference, "Common REST API error
 * codes" and "Blob service error codes").
 */
final class BlobErrorCode {
    private static final Set<String> ARCHIVED = Set.of("BlobArchived", "BlobBeingRehydrated");

    private BlobErrorCode() {}

    static Kind kindOf(int status, String code) {
        return switch (status) {
            case 404, 410 -> Kind.NOT_FOUND;
            case 401, 403 -> Kind.ACCESS_DENIED;
            case 409 -> ofConflict(code);
            case 412 -> Kind.OBJECT_CHANGED;
            case 416 -> Kind.OUT_OF_BOUNDS;
            case 429, 503 -> Kind.THROTTLED;
            case 408, 500, 502, 504 -> Kind.TRANSIENT;
            default -> status > 504 ? Kind.TRANSIENT : Kind.UNSUPPORTED;
        };
    }

    /** An account that forbids anonymous reads answers them with 409. */
    private static Kind ofConflict(String code) {
        if (ARCHIVED.contains(code)) {
            return Kind.UNSUPPORTED;
        }
        return code.equals("PublicAccessNotPermitted") ? Kind.ACCESS_DENIED : Kind.UNSUPPORTED;
    }

    /** True for a blob that must be brought back from the archive before it can be read. */
    static boolean isArchived(String code) {
        return ARCHIVED.contains(code);
    }
}
