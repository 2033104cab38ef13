package dev.vectorio.store.s3;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.http.BodyReceiver;
import dev.vectorio.store.http.Dialect;
import dev.vectorio.store.http.PlainBody;
import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RequestFacts;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** S3's REST API, path style (virtual-host style where it is set). */
public final class S3Dialect implements Dialect {
    private final ObjectCatalog catalog;
    private final S3Settings settings;
    private final SignatureCheck signatures;
    private final ObjectReads reads = new ObjectReads();
    private final ObjectWrites writes = new ObjectWrites();
    private final MultipartUploads uploads = new MultipartUploads();
    private final Listings listings = new Listings();
    private final Deletions deletions = new Deletions();
    private final BucketCalls buckets = new BucketCalls();

    /** A dialect on the objects of {@code catalog}. */
    public S3Dialect(ObjectCatalog catalog, S3Settings settings) {
        this.catalog = catalog;
        this.settings = settings;
        this.signatures = new SignatureCheck(settings, catalog.clock());
    }

    /** S3 has no mark of its own: it claims what is left, and stands last among the dialects. */
    @Override
    public boolean claims(RequestHead head) {
        return true;
    }

    @Override
    public RequestFacts facts(RequestHead head) {
        return S3Facts.of(head, target(head));
    }

    private S3Target target(RequestHead head) {
        return S3Target.of(head, settings.virtualHostSuffix());
    }

    @Override
    public BodyReceiver receiver(RequestHead head) {
        boolean streaming = head.header("x-amz-content-sha256")
                .filter(hash -> hash.startsWith("STREAMING-"))
                .isPresent();
        boolean chunked = streaming
                || head.header("Content-Encoding")
                        .filter(e -> e.contains("aws-chunked"))
                        .isPresent();
        Optional<String> length = head.header(chunked ? "x-amz-decoded-content-length" : "Content-Length");
        long expected =
                length.filter(l -> l.matches("\\d{1,18}")).map(Long::parseLong).orElse(0L);
        return chunked ? new AwsChunkedBody(expected) : new PlainBody(expected);
    }

    @Override
    public Answer answer(StoreRequest request) {
        S3Call call = new S3Call(request, target(request.head()), catalog);
        try {
            if (!call.target().wellFormed()) {
                throw S3Refusal.invalid("InvalidURI", "Couldn't parse the specified URI.");
            }
            signatures.check(call);
            return identified(request, call.key().isEmpty() ? bucketCall(call) : objectCall(call));
        } catch (S3Refusal refusal) {
            return refused(request, refusal);
        }
    }

    @Override
    public Answer refusal(StoreRequest request, AnswerShape.Refusal refusal) {
        S3Refusal worded = new S3Refusal(refusal.status(), refusal.code(), "Scripted: " + refusal.code());
        refusal.headers().forEach(worded::header);
        return refused(request, worded);
    }

    private Answer refused(StoreRequest request, S3Refusal refusal) {
        Answer answer = refusal.answer(request.head().path(), requestId(request));
        boolean head = request.head().method().equals("HEAD");
        return identified(request, head ? answer.headOnly() : answer);
    }

    private Answer identified(StoreRequest request, Answer answer) {
        String id = requestId(request);
        byte[] second = ("host-of-" + id).getBytes(StandardCharsets.US_ASCII);
        return answer.withHeaders(List.of(
                Map.entry("x-amz-request-id", id),
                Map.entry("x-amz-id-2", Base64.getEncoder().encodeToString(second)),
                Map.entry("Date", Conditions.httpDate(catalog.clock().instant())),
                Map.entry("Server", "SimulatedStore")));
    }

    private static String requestId(StoreRequest request) {
        return "REQ%013d".formatted(request.sequence());
    }

    private Answer objectCall(S3Call call) {
        S3Target target = call.target();
        boolean upload = target.has("uploadId");
        boolean copy = call.header("x-amz-copy-source").isPresent();
        return switch (call.head().method()) {
            case "GET" -> upload ? uploads.listParts(call) : target.has("acl") ? buckets.acl(call) : reads.get(call);
            case "HEAD" -> reads.head(call);
            case "PUT" ->
                copy
                        ? upload ? uploads.copyPart(call) : writes.copy(call)
                        : upload ? uploads.putPart(call) : writes.put(call);
            case "POST" ->
                target.has("uploads") ? uploads.create(call) : upload ? uploads.complete(call) : notAllowed();
            case "DELETE" -> upload ? uploads.abort(call) : deletions.one(call);
            default -> notAllowed();
        };
    }

    private Answer bucketCall(S3Call call) {
        S3Target target = call.target();
        return switch (call.head().method()) {
            case "GET" -> target.bucket().isEmpty() ? buckets.list(call) : bucketGet(call);
            case "HEAD" -> buckets.head(call);
            case "PUT" -> target.has("versioning") ? buckets.setVersioning(call) : buckets.create(call);
            case "POST" -> target.has("delete") ? deletions.several(call) : notAllowed();
            case "DELETE" -> buckets.delete(call);
            default -> notAllowed();
        };
    }

    private Answer bucketGet(S3Call call) {
        S3Target target = call.target();
        if (target.has("location")) {
            return buckets.location(call);
        } else if (target.has("versioning")) {
            return buckets.versioning(call);
        } else if (target.has("acl")) {
            return buckets.acl(call);
        } else if (target.has("uploads")) {
            return uploads.list(call);
        } else if (target.has("versions")) {
            return listings.versions(call);
        } else if (target.has("policy")) {
            return buckets.absent(call, "NoSuchBucketPolicy");
        } else if (target.has("encryption")) {
            return buckets.absent(call, "ServerSideEncryptionConfigurationNotFoundError");
        }
        return target.parameter("list-type").filter("2"::equals).isPresent()
                ? listings.second(call)
                : listings.first(call);
    }

    private static Answer notAllowed() {
        throw new S3Refusal(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
    }
}
