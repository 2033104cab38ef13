package dev.vectorio.cli.audit;

import dev.vectorio.cli.audit.AccessRecord.Kind;
import java.util.List;
import java.util.Optional;

/**
 * The forms that access logs of stores have, told apart line by line. Sources: Amazon S3 User Guide, "Server access log
 * format"; Cloud Storage documentation, "Usage logs and storage logs"; Microsoft's storage REST reference, "Storage
 * Analytics log format" 1.0 and 2.0. The simulated store writes S3's form.
 */
public enum AccessLogFormat {
    /** Fields between spaces, time in brackets, request and user agent in quotes; later fields may be missing. */
    S3 {
        private static final int LEAST_FIELDS = 17;

        @Override
        boolean claims(String line) {
            return line.contains("REST.") || line.contains("WEBSITE.") || line.contains("BATCH.");
        }

        @Override
        Optional<AccessRecord> read(String line) {
            List<String> fields = Fields.of(line, ' ', true);
            require(fields.size() >= LEAST_FIELDS);
            Kind kind = switch (fields.get(6)) {
                case "REST.GET.OBJECT" -> Kind.GET;
                case "REST.HEAD.OBJECT" -> Kind.HEAD;
                default -> Kind.OTHER;
            };
            return Optional.of(new AccessRecord(
                    kind,
                    fields.get(1) + "/" + fields.get(7),
                    (int) number(fields.get(9)),
                    kind == Kind.GET ? number(fields.get(11)) : 0,
                    fields.get(16)));
        }
    },

    /** Comma-separated values in quotes, with a line of names at the front. */
    GCS {
        private static final int FIELDS = 17;

        @Override
        boolean claims(String line) {
            return line.matches("\"(?:time_micros|\\d{15,17})\",.*");
        }

        @Override
        Optional<AccessRecord> read(String line) {
            List<String> fields = Fields.of(line, ',', false);
            require(fields.size() >= FIELDS);
            if (fields.get(0).equals("time_micros")) {
                return Optional.empty();
            }
            boolean onObject = !fields.get(16).isEmpty();
            Kind kind = switch (onObject ? fields.get(4) : "") {
                case "GET" -> isMetadata(fields.get(5)) ? Kind.HEAD : Kind.GET;
                case "HEAD" -> Kind.HEAD;
                default -> Kind.OTHER;
            };
            return Optional.of(new AccessRecord(
                    kind,
                    fields.get(15) + "/" + fields.get(16),
                    (int) number(fields.get(6)),
                    kind == Kind.GET ? number(fields.get(8)) : 0,
                    fields.get(12)));
        }

        // the JSON interface asks for metadata at the object's address, and for bytes with alt=media
        private static boolean isMetadata(String uri) {
            return uri.contains("/storage/v1/b/") && !uri.contains("alt=media");
        }
    },

    /** Fields between semicolons, some of them in quotes; the version is the first. */
    AZURE {
        private static final int LEAST_FIELDS = 30;

        @Override
        boolean claims(String line) {
            return line.matches("[12]\\.0;.*");
        }

        @Override
        Optional<AccessRecord> read(String line) {
            List<String> fields = Fields.of(line, ';', false);
            require(fields.size() >= LEAST_FIELDS);
            Kind kind = switch (fields.get(2)) {
                case "GetBlob", "ReadFile" -> Kind.GET;
                case "GetBlobProperties",
                        "GetBlobMetadata",
                        "GetPathProperties",
                        "GetFileProperties",
                        "GetPathStatus" -> Kind.HEAD;
                default -> Kind.OTHER;
            };
            return Optional.of(new AccessRecord(
                    kind,
                    objectOf(fields.get(11), fields.get(12)),
                    (int) number(fields.get(4)),
                    kind == Kind.GET ? number(fields.get(20)) : 0,
                    fields.get(27)));
        }

        // the address without its query, which may hold a signature
        private static String objectOf(String url, String key) {
            String path = url.replaceFirst("(?s)[?].*", "");
            int host = path.indexOf("://") + 3;
            int slash = path.indexOf('/', host);
            return slash < host || host < 3
                    ? key
                    : path.substring(host, slash).replaceFirst(":\\d+$", "") + path.substring(slash);
        }
    };

    /** True if the line has this form, whole or damaged. */
    abstract boolean claims(String line);

    /** The request; nothing if the line is about none. */
    abstract Optional<AccessRecord> read(String line);

    /**
     * The request of a line.
     *
     * @return nothing for a line that is about none: a heading, a comment, an empty one
     * @throws IllegalArgumentException if the line has none of the forms, or is damaged
     */
    public static Optional<AccessRecord> parse(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return Optional.empty();
        }
        for (AccessLogFormat format : values()) {
            if (format.claims(line)) {
                try {
                    return format.read(line);
                } catch (IndexOutOfBoundsException e) {
                    throw new IllegalArgumentException("damaged", e);
                }
            }
        }
        throw new IllegalArgumentException("no known form");
    }

    private static void require(boolean enough) {
        if (!enough) {
            throw new IllegalArgumentException("too few fields");
        }
    }

    private static long number(String text) {
        return text.isEmpty() || text.equals("-") ? 0 : Long.parseLong(text);
    }
}
