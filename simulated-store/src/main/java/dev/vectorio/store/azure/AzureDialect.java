package dev.vectorio.store.azure;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.http.BodyReceiver;
import dev.vectorio.store.http.Dialect;
import dev.vectorio.store.http.PlainBody;
import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RequestFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Azure Blob Storage, and the part of Data Lake Storage that shares its blobs. */
public final class AzureDialect implements Dialect {
    private static final String SERVICE_VERSION = "2025-01-05";

    private final ObjectCatalog catalog;
    private final AzureSettings settings;
    private final BlobReads reads = new BlobReads();
    private final BlobWrites writes = new BlobWrites();
    private final BlockUploads blocks = new BlockUploads();
    private final BlobListings listings = new BlobListings();
    private final PathCalls paths = new PathCalls();
    private final PathListings pathListings = new PathListings();
    private final ContainerCalls containers = new ContainerCalls();

    /** A dialect on the objects of {@code catalog}. */
    public AzureDialect(ObjectCatalog catalog, AzureSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
    }

    /** By the headers that every client of this API sends, a shared access signature, the host name, the emulators' account. */
    @Override
    public boolean claims(RequestHead head) {
        return head.header("x-ms-version").isPresent()
                || head.header("x-ms-date").isPresent()
                || (head.query().contains("sig=") && head.query().contains("sv="))
                || AzureTarget.hasAccountHost(head)
                || AzureTarget.firstSegment(head.path().substring(1)).equals(AzureSettings.EMULATOR_ACCOUNT);
    }

    @Override
    public RequestFacts facts(RequestHead head) {
        return AzureFacts.of(head, AzureTarget.of(head));
    }

    @Override
    public BodyReceiver receiver(RequestHead head) {
        return new PlainBody(head.header("Content-Length")
                .filter(l -> l.matches("\\d{1,18}"))
                .map(Long::parseLong)
                .orElse(0L));
    }

    @Override
    public Answer answer(StoreRequest request) {
        AzureCall call = new AzureCall(request, AzureTarget.of(request.head()), catalog, settings);
        try {
            Authorization.check(call);
            return identified(request, call.blob().isEmpty() ? containerCall(call) : blobCall(call));
        } catch (AzureRefusal refusal) {
            return refused(request, refusal);
        }
    }

    @Override
    public Answer refusal(StoreRequest request, AnswerShape.Refusal refusal) {
        AzureRefusal worded = new AzureRefusal(refusal.status(), refusal.code(), "Scripted: " + refusal.code());
        refusal.headers().forEach(worded::header);
        return refused(request, worded);
    }

    private Answer refused(StoreRequest request, AzureRefusal refusal) {
        boolean json = AzureTarget.of(request.head()).dataLake();
        Answer answer = refusal.answer(
                json, requestId(request), catalog.clock().instant().toString());
        boolean head = request.head().method().equals("HEAD");
        return identified(request, head ? answer.headOnly() : answer);
    }

    /** Reference, "Common REST API response headers"; the client's own id comes back where it sent one. */
    private Answer identified(StoreRequest request, Answer answer) {
        List<Map.Entry<String, String>> headers = new ArrayList<>(List.of(
                Map.entry("x-ms-request-id", requestId(request)),
                Map.entry("x-ms-version", request.head().header("x-ms-version").orElse(SERVICE_VERSION)),
                Map.entry("Date", BlobTags.httpDate(catalog.clock().instant())),
                Map.entry("Server", "SimulatedStore")));
        request.head()
                .header("x-ms-client-request-id")
                .ifPresent(id -> headers.add(Map.entry("x-ms-client-request-id", id)));
        return answer.withHeaders(headers);
    }

    private static String requestId(StoreRequest request) {
        return "00000000-0000-0000-0000-%012d".formatted(request.sequence());
    }

    private Answer blobCall(AzureCall call) {
        AzureTarget target = call.target();
        if (target.dataLake()) {
            return pathCall(call);
        }
        String comp = target.parameter("comp").orElse("");
        return switch (call.head().method()) {
            case "GET" -> comp.equals("blocklist") ? blocks.getBlockList(call) : reads.get(call);
            case "HEAD" -> reads.head(call);
            case "PUT" ->
                switch (comp) {
                    case "" -> writes.put(call);
                    case "block" -> blocks.putBlock(call);
                    case "blocklist" -> blocks.putBlockList(call);
                    case "metadata" -> writes.setMetadata(call);
                    case "properties" -> writes.setProperties(call);
                    case "tier" -> writes.setTier(call);
                    default -> notSupported();
                };
            case "DELETE" -> writes.delete(call);
            default -> notSupported();
        };
    }

    // clients that cannot send PATCH name it in a header
    private Answer pathCall(AzureCall call) {
        return switch (call.header("x-http-method-override").orElse(call.head().method())) {
            case "GET" -> reads.get(call);
            case "HEAD" -> paths.properties(call);
            case "PUT" -> paths.create(call);
            case "PATCH" -> paths.update(call);
            case "DELETE" -> paths.delete(call);
            default -> notSupported();
        };
    }

    private Answer containerCall(AzureCall call) {
        AzureTarget target = call.target();
        boolean head = call.head().method().equals("HEAD");
        if (target.is("restype", "account")) {
            return head ? containers.account(call).headOnly() : containers.account(call);
        } else if (target.container().isEmpty()) {
            return target.is("comp", "list") ? containers.list(call) : notSupported();
        } else if (target.has("action")) {
            return paths.properties(call);
        }
        return switch (call.head().method()) {
            case "GET" ->
                target.is("comp", "list")
                        ? listings.blobs(call)
                        : target.is("resource", "filesystem") ? pathListings.list(call) : containers.properties(call);
            case "HEAD" -> containers.properties(call).headOnly();
            case "PUT" -> target.has("comp") ? containers.properties(call) : containers.create(call);
            case "DELETE" -> containers.delete(call);
            default -> notSupported();
        };
    }

    private static Answer notSupported() {
        throw new AzureRefusal(405, "UnsupportedHttpVerb", "The resource doesn't support the specified HTTP verb.");
    }
}
