package dev.vectorio.iceberg;

import dev.vectorio.model.ObjectLocation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The stores that Iceberg has a {@code FileIO} for, and how that one understands locations and properties. */
enum StoreFamily {
    S3("s3"),
    GCS("gcs"),
    ADLS("adls");

    private final String metricsScheme;

    StoreFamily(String metricsScheme) {
        this.metricsScheme = metricsScheme;
    }

    private Set<String> schemes() {
        return switch (this) {
            case S3 -> Set.of("s3", "s3a", "s3n");
            case GCS -> Set.of("gs");
            case ADLS -> Set.of("abfs", "abfss", "wasb", "wasbs");
        };
    }

    /** The family of a location, if it has one. */
    static Optional<StoreFamily> of(String location) {
        int end = location.indexOf("://");
        String scheme = end < 0 ? "" : location.substring(0, end).toLowerCase(Locale.ROOT);
        for (StoreFamily family : values()) {
            if (family.schemes().contains(scheme)) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    /** The name under which Iceberg's own {@code FileIO} counts. */
    String metricsScheme() {
        return metricsScheme;
    }

    /** True if credentials for this prefix are for this family. */
    boolean serves(String credentialPrefix) {
        return schemes().stream().anyMatch(credentialPrefix::startsWith);
    }

    /**
     * The object that Iceberg's own {@code FileIO} would read: on S3 and GCS a query or fragment is no part of the key.
     *
     * @throws IllegalArgumentException if it is no object's location
     */
    ObjectLocation object(String location) {
        ObjectLocation parsed = ObjectLocation.parse(location);
        if (this == ADLS) {
            return parsed;
        }
        String key = parsed.key().replaceFirst("(?s)[?#].*", "");
        return new ObjectLocation(parsed.scheme(), parsed.authority(), key);
    }

    /**
     * Whose properties differ between locations.
     *
     * @return the host of the account, for a family with accounts; else nothing
     */
    String account(ObjectLocation object) {
        String authority = object.authority();
        return this == ADLS ? authority.substring(authority.indexOf('@') + 1) : "";
    }

    /** This library's client with the identity and address of Iceberg's. */
    ReadClient client(Map<String, String> iceberg, String account) {
        return switch (this) {
            case S3 -> ReadClient.ofS3(iceberg);
            case GCS -> ReadClient.ofGcs(iceberg);
            case ADLS -> ReadClient.ofAdls(iceberg, account);
        };
    }
}
