package dev.vectorio.store.gcs;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.http.BodyReceiver;
import dev.vectorio.store.http.Dialect;
import dev.vectorio.store.http.PlainBody;
import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RequestFacts;
import java.util.Optional;

/**
 * The JSON API of Google Cloud Storage, as its published reference describes it; the class that does something names the
 * page. What a client of objects needs is there, nothing else: no ACLs, IAM, notifications, holds, changes of metadata.
 */
public final class GcsDialect implements Dialect {
    private final ObjectCatalog catalog;
    private final TokenCheck tokens;
    private final ObjectReads reads = new ObjectReads();
    private final ObjectInserts inserts = new ObjectInserts();
    private final ResumableUploads uploads = new ResumableUploads();
    private final ObjectCopies copies = new ObjectCopies();
    private final ObjectLists lists = new ObjectLists();
    private final BucketCalls buckets = new BucketCalls();
    private final Batches batches = new Batches();

    /** A dialect on the objects of {@code catalog}. */
    public GcsDialect(ObjectCatalog catalog, GcsSettings settings) {
        this.catalog = catalog;
        this.tokens = new TokenCheck(settings);
    }

    /** Its addresses begin with {@code /storage/v1/} or one of its likes; a dialect without such a mark stands behind it. */
    @Override
    public boolean claims(RequestHead head) {
        return GcsTarget.of(head).isPresent();
    }

    private static GcsTarget target(RequestHead head) {
        return GcsTarget.of(head).orElseThrow();
    }

    @Override
    public RequestFacts facts(RequestHead head) {
        return GcsFacts.of(head, target(head));
    }

    @Override
    public BodyReceiver receiver(RequestHead head) {
        if (head.header("Content-Encoding").filter("gzip"::equalsIgnoreCase).isPresent()) {
            return new GzipBody();
        }
        Optional<String> length = head.header("Content-Length");
        return new PlainBody(
                length.filter(l -> l.matches("\\d{1,18}")).map(Long::parseLong).orElse(0L));
    }

    @Override
    public Answer answer(StoreRequest request) {
        GcsCall call = new GcsCall(request, target(request.head()), catalog);
        return identified(request, answer(call, request.head().method()));
    }

    private Answer answer(GcsCall call, String method) {
        try {
            if (!call.target().wellFormed()) {
                throw GcsRefusal.invalid("Bad Request");
            }
            tokens.check(call);
            if (call.request().body().defect().isPresent()) {
                throw GcsRefusal.invalid("The body is not what its Content-Encoding says.");
            }
            return switch (call.target().service()) {
                case UPLOAD, RESUMABLE_UPLOAD -> upload(call, method);
                case BATCH -> batches.answer(call, inner -> inBatch(call, inner));
                case METADATA, DOWNLOAD -> call.target().has(2, "o") ? object(call, method) : bucket(call, method);
            };
        } catch (GcsRefusal refusal) {
            return call.target().isMedia() ? refusal.plain() : refusal.json();
        }
    }

    private Answer inBatch(GcsCall batch, Batches.Inner inner) {
        RequestHead head =
                new RequestHead(inner.method(), inner.target(), batch.head().headers());
        Optional<GcsTarget> target = GcsTarget.of(head).filter(t -> t.service() == GcsTarget.Service.METADATA);
        if (target.isEmpty()) {
            return GcsRefusal.invalid("No call that a batch may hold").json();
        }
        return answer(new GcsCall(batch.request(), target.get(), catalog), inner.method());
    }

    private Answer upload(GcsCall call, String method) {
        Optional<String> session = call.target().parameter("upload_id");
        if (session.isPresent()) {
            return method.equals("DELETE") ? uploads.cancel(session.get()) : uploads.put(call, session.get());
        }
        return switch (call.target().parameter("uploadType").orElse("")) {
            case "media" -> inserts.media(call);
            case "multipart" -> inserts.multipart(call);
            case "resumable" -> uploads.begin(call);
            default -> throw GcsRefusal.required("Required parameter: uploadType");
        };
    }

    private Answer object(GcsCall call, String method) {
        GcsTarget target = call.target();
        if (target.object().isEmpty()) {
            return method.equals("GET") ? lists.list(call) : notAllowed();
        }
        if (method.equals("POST")) {
            return switch (target.segment(4).orElse("")) {
                case "copyTo" -> copies.copy(call);
                case "rewriteTo" -> copies.rewrite(call);
                case "compose" -> copies.compose(call);
                default -> notAllowed();
            };
        }
        return switch (method) {
            case "GET" -> target.isMedia() ? reads.media(call) : reads.metadata(call);
            case "DELETE" -> delete(call);
            default -> notAllowed();
        };
    }

    /** A generation that is named is deleted for good; else the live object, which a versioned bucket keeps as history. */
    private static Answer delete(GcsCall call) {
        Bucket bucket = call.bucket();
        GcsTarget target = call.target();
        call.requireAccess(bucket, target.object(), "storage.objects.delete");
        Optional<Long> generation = target.number("generation");
        StoredObject object = GcsCall.object(bucket, target.object(), generation);
        Preconditions.of(target).checkChange(Optional.of(object));
        if (generation.isPresent()) {
            bucket.deleteVersion(target.object(), object.versionId());
        } else {
            bucket.delete(target.object());
        }
        return Answer.empty(204);
    }

    private Answer bucket(GcsCall call, String method) {
        boolean one = !call.target().bucket().isEmpty();
        return switch (method) {
            case "GET" -> one ? buckets.get(call) : buckets.list(call);
            case "POST" -> one ? notAllowed() : buckets.create(call);
            case "DELETE" -> buckets.delete(call);
            default -> notAllowed();
        };
    }

    private static Answer notAllowed() {
        throw new GcsRefusal(405, "methodNotAllowed", "The simulated store does not know this method.");
    }

    @Override
    public Answer refusal(StoreRequest request, AnswerShape.Refusal refusal) {
        GcsRefusal worded = new GcsRefusal(refusal.status(), refusal.code(), "Scripted: " + refusal.code());
        refusal.headers().forEach(worded::header);
        return identified(request, worded.json());
    }

    /** Every answer names its request: X-GUploader-UploadID, which the service's support asks for. */
    private static Answer identified(StoreRequest request, Answer answer) {
        return answer.withHeader("X-GUploader-UploadID", "UPLOAD%013d".formatted(request.sequence()))
                .withHeader("Server", "SimulatedStore");
    }
}
