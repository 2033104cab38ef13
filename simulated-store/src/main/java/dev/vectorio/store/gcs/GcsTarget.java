package dev.vectorio.store.gcs;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.request.PercentDecoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a request's address names. Every segment of the path is percent-decoded exactly once: an object's name is one
 * segment, its slashes encoded ("Encoding URI path parts", {@code cloud.google.com/storage/docs/request-endpoints}).
 *
 * @param service which of the API's addresses it is
 * @param segments decoded segments behind {@code storage/v1}
 * @param query decoded parameters; the first wins where a name occurs twice
 * @param wellFormed whether the path is valid percent-encoded UTF-8
 */
record GcsTarget(Service service, List<String> segments, Map<String, String> query, boolean wellFormed) {

    /** The addresses of "Cloud Storage request endpoints": metadata, downloads, uploads, batches. */
    enum Service {
        METADATA("/storage/v1/"),
        DOWNLOAD("/download/storage/v1/"),
        UPLOAD("/upload/storage/v1/"),
        RESUMABLE_UPLOAD("/resumable/upload/storage/v1/"),
        BATCH("/batch/storage/v1");

        private final String prefix;

        Service(String prefix) {
            this.prefix = prefix;
        }
    }

    /** What the path names; empty if it is none of this API. */
    static Optional<GcsTarget> of(String path, String query) {
        for (Service service : Service.values()) {
            if (path.startsWith(service.prefix)) {
                return Optional.of(of(service, path.substring(service.prefix.length()), query));
            }
        }
        return Optional.empty();
    }

    static Optional<GcsTarget> of(RequestHead head) {
        return of(head.path(), head.query());
    }

    private static GcsTarget of(Service service, String rest, String query) {
        List<String> segments = new ArrayList<>();
        boolean wellFormed = true;
        for (String raw : rest.split("/", -1)) {
            Optional<String> segment = PercentDecoding.decoded(raw);
            wellFormed &= segment.isPresent();
            segments.add(segment.orElse(raw));
        }
        return new GcsTarget(service, List.copyOf(segments), PercentDecoding.parameters(query), wellFormed);
    }

    boolean isUpload() {
        return service == Service.UPLOAD || service == Service.RESUMABLE_UPLOAD;
    }

    /** The segment at that place behind {@code storage/v1}, or nothing. */
    Optional<String> segment(int place) {
        return place < segments.size() && !segments.get(place).isEmpty()
                ? Optional.of(segments.get(place))
                : Optional.empty();
    }

    /** Whether the segment at that place is that word. */
    boolean has(int place, String word) {
        return segment(place).filter(word::equals).isPresent();
    }

    /** The bucket, empty if none is named: {@code b/BUCKET/...}. */
    String bucket() {
        return has(0, "b") ? segment(1).orElse("") : "";
    }

    /** The object, empty if none is named: {@code b/BUCKET/o/OBJECT}, or the parameter {@code name} of an upload. */
    String object() {
        if (isUpload()) {
            return parameter("name").orElse("");
        }
        return has(2, "o") ? segment(3).orElse("") : "";
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** Whether the bytes of an object are asked for. */
    boolean isMedia() {
        return parameter("alt").filter("media"::equals).isPresent();
    }

    /**
     * A parameter that is a whole number.
     *
     * @throws GcsRefusal if it is none
     */
    Optional<Long> number(String name) {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.get().matches("\\d{1,18}")) {
            throw GcsRefusal.invalid("Invalid value for " + name + ": " + text.get());
        }
        return Optional.of(Long.valueOf(text.get()));
    }
}
