package dev.vectorio.testkit;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The objects of an {@link InMemoryBackend} and the rules by which a store answers a ranged GET. Thread-safe. */
final class InMemoryObjects {
    private record Stored(ObjectContent content, ObjectVersion etag, ObjectVersion versionId) {}

    /** A successful answer: the head, and where the body's bytes come from. */
    record Answer(ResponseHead head, ObjectContent content, ByteRange body) {}

    private final InMemorySettings settings;
    private final Map<ObjectLocation, Stored> current = new HashMap<>();
    private final Map<ObjectLocation, Map<ObjectVersion, Stored>> history = new HashMap<>();
    private final Set<ObjectLocation> denied = new HashSet<>();
    private long puts;

    InMemoryObjects(InMemorySettings settings) {
        this.settings = settings;
    }

    synchronized void put(ObjectLocation location, ObjectContent content) {
        String token = Long.toHexString(++puts);
        ObjectVersion versionId = new ObjectVersion(ObjectVersion.Kind.VERSION_ID, "v" + token);
        Stored stored = new Stored(content, ObjectVersion.etag("\"" + token + "\""), versionId);
        current.put(location, stored);
        if (settings.versionIds()) {
            history.computeIfAbsent(location, l -> new HashMap<>()).put(versionId, stored);
        }
    }

    synchronized void delete(ObjectLocation location) {
        current.remove(location);
    }

    synchronized void deny(ObjectLocation location) {
        denied.add(location);
    }

    synchronized ObjectMetadata head(ObjectLocation location, int number) throws ObjectReadException {
        Stored stored = find(location, Optional.empty(), number);
        return new ObjectMetadata(location, stored.content().length(), Optional.of(stored.etag()));
    }

    synchronized Answer get(GetRequest request, int number) throws ObjectReadException {
        requireSupported(request, number);
        Stored stored = find(request.location(), request.ifVersion(), number);
        Optional<ObjectVersion> condition = request.ifVersion().filter(v -> v.kind() == ObjectVersion.Kind.ETAG);
        if (condition.isPresent() && !condition.get().equals(stored.etag())) {
            throw failure(Kind.OBJECT_CHANGED, request.location(), answer(412, "PreconditionFailed", number));
        }
        long length = stored.content().length();
        ByteRange body = body(request.range(), length);
        if (body.isEmpty()) {
            StoreAnswer answer = answer(416, "InvalidRange", number).withObjectLength(OptionalLong.of(length));
            throw failure(Kind.OUT_OF_BOUNDS, request.location(), answer);
        }
        ResponseHead head = new ResponseHead(
                206,
                OptionalLong.of(body.length()),
                Optional.of(ContentRange.of(body, length)),
                Optional.of(stored.etag()),
                settings.versionIds() ? Optional.of(stored.versionId()) : Optional.empty(),
                Optional.of(requestId(number)));
        return new Answer(head, stored.content(), body);
    }

    private void requireSupported(GetRequest request, int number) throws ObjectReadException {
        boolean suffix = request.range() instanceof GetRange.Suffix;
        boolean readable = request.ifVersion().isEmpty()
                || switch (request.ifVersion().get().kind()) {
                    case ETAG -> settings.capabilities().versionCondition();
                    case VERSION_ID -> settings.versionIds();
                    case GENERATION, FINGERPRINT -> false;
                };
        if ((suffix && !settings.capabilities().suffixRange()) || !readable) {
            throw failure(Kind.UNSUPPORTED, request.location(), answer(501, "NotImplemented", number));
        }
    }

    private Stored find(ObjectLocation location, Optional<ObjectVersion> version, int number)
            throws ObjectReadException {
        if (denied.contains(location)) {
            throw failure(Kind.ACCESS_DENIED, location, answer(403, "AccessDenied", number));
        }
        boolean byId = version.isPresent() && version.get().kind() == ObjectVersion.Kind.VERSION_ID;
        Stored stored = byId ? history.getOrDefault(location, Map.of()).get(version.get()) : current.get(location);
        if (stored == null) {
            String code = byId ? "NoSuchVersion" : "NoSuchKey";
            throw failure(Kind.NOT_FOUND, location, answer(404, code, number));
        }
        return stored;
    }

    /** RFC 9110, 14.1.2: the range clipped to the object; empty if it cannot be satisfied. */
    private static ByteRange body(GetRange range, long length) {
        if (range instanceof GetRange.Bounded bounded) {
            return bounded.range().intersection(ByteRange.of(0, length));
        }
        return ByteRange.between(Math.max(0, length - range.length()), length);
    }

    private static StoreAnswer answer(int status, String code, int number) {
        return StoreAnswer.ofStatus(status).withCode(Optional.of(code), Optional.of(requestId(number)));
    }

    private static String requestId(int number) {
        return "memory-" + number;
    }

    private static ObjectReadException failure(Kind kind, ObjectLocation location, StoreAnswer answer) {
        return new ObjectReadException(
                kind, location + ": " + answer.status() + " " + answer.code().orElse(""), answer);
    }
}
