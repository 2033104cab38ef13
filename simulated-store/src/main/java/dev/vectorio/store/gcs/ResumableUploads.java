package dev.vectorio.store.gcs;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code uploadType=resumable}: a session is begun with a POST, fed with PUTs and ends with the byte that its last request
 * says is the last ("Resumable uploads" and "Perform resumable uploads",
 * {@code cloud.google.com/storage/docs/performing-resumable-uploads}).
 */
final class ResumableUploads {
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)");
    private static final String CHUNK_RULE = "a chunk that is not the last must be a multiple of 256 KiB";
    private static final long CHUNK_BYTES = 256 << 10;

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    /** One upload under way: what its first request said, and the bytes so far. */
    private static final class Session {
        private final GcsCall first;
        private final Map<String, Object> resource;
        private final List<ByteSource> pieces = new ArrayList<>();
        private Optional<Answer> ended = Optional.empty();

        Session(GcsCall first, Map<String, Object> resource) {
            this.first = first;
            this.resource = resource;
        }

        long length() {
            return pieces.stream().mapToLong(ByteSource::length).sum();
        }
    }

    /** Begins a session; its address is the header Location. */
    Answer begin(GcsCall call) {
        Map<String, Object> resource = call.document();
        String name = ObjectInserts.name(call, resource);
        call.requireAccess(call.bucket(), name, "storage.objects.create");
        CustomerKey.sha256(call);
        String id = "session-" + call.request().sequence();
        sessions.put(id, new Session(call, resource));
        String host = call.header("Host").orElse("127.0.0.1");
        return Answer.empty(200)
                .withHeader("Location", "http://" + host + call.head().target() + "&upload_id=" + id);
    }

    /** Takes a piece, or says how far the upload is. */
    Answer put(GcsCall call, String id) {
        Session session = session(id);
        synchronized (session) {
            if (session.ended.isPresent()) {
                return session.ended.get();
            }
            ByteSource body = call.request().body().bytes();
            Optional<String> header = call.header("Content-Range");
            if (header.isEmpty()) {
                take(session, 0, body);
                return finish(session);
            }
            Matcher range = CONTENT_RANGE.matcher(header.get());
            if (!range.matches()) {
                throw GcsRefusal.invalid("Failed to parse Content-Range header.");
            }
            Optional<Long> total =
                    Optional.of(range.group(3)).filter(t -> !t.equals("*")).map(Long::valueOf);
            if (range.group(1) != null) {
                if (total.isEmpty() && body.length() % CHUNK_BYTES != 0) {
                    throw GcsRefusal.invalid("Invalid request: " + CHUNK_RULE + ", and " + body.length() + " is none.");
                }
                take(session, Long.parseLong(range.group(1)), body);
            }
            return total.filter(t -> t == session.length()).isPresent() ? finish(session) : incomplete(session);
        }
    }

    private Session session(String id) {
        return Optional.ofNullable(sessions.get(id))
                .orElseThrow(() -> new GcsRefusal(404, "notFound", "No such upload session."));
    }

    /** What was sent before and comes again is skipped; a gap is refused with 503, as the service does. */
    private static void take(Session session, long offset, ByteSource body) {
        long known = session.length() - offset;
        if (known < 0) {
            throw new GcsRefusal(
                    503, "backendError", "Invalid request. According to the Content-Range header, bytes are missing.");
        }
        if (known < body.length()) {
            session.pieces.add(new SlicedBytes(body, known, body.length() - known));
        }
    }

    private static Answer finish(Session session) {
        ByteSource bytes = JoinedBytes.of(session.pieces);
        Optional<String> type = session.first.header("x-upload-content-type");
        Answer answer = ObjectInserts.stored(
                session.first,
                ObjectInserts.name(session.first, session.resource),
                ObjectInserts.content(session.resource, type, bytes));
        session.ended = Optional.of(answer);
        return answer;
    }

    /** 308 names the bytes that are kept; without a Range header there are none. */
    private static Answer incomplete(Session session) {
        Answer answer = new Answer(308, List.of(), ByteSource.empty(), Optional.of(0L), true);
        return session.length() == 0 ? answer : answer.withHeader("Range", "bytes=0-" + (session.length() - 1));
    }

    /** Ends a session without an object: 499, as "Cancel an upload" has it. */
    Answer cancel(String id) {
        session(id);
        sessions.remove(id);
        return Answer.empty(499);
    }
}
