package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.ActiveFault;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RequestFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The contract on a {@link SimulatedStore} of its own, one per test, every feature of the store at work. A backend's author
 * fills in {@link #openBackend} and, where the backend can be built on a client of the caller's, the hooks of
 * {@link StoreFeature#SUPPLIED_CLIENT}.
 */
public abstract class SimulatedStoreContract extends ObjectStoreBackendContract {
    /** The bucket that the objects lie in. */
    protected static final String BUCKET = "contract-bucket";

    private static final String VERSION_ID = "versionId=";

    private final SimulatedStore store;
    private final Map<String, ActiveFault> stalls = new HashMap<>();

    /** Starts a store with the default settings. */
    protected SimulatedStoreContract() {
        this(StoreSettings.defaults());
    }

    /** Starts a store. */
    protected SimulatedStoreContract(StoreSettings settings) {
        store = SimulatedStore.start(settings);
        store.bucket(BUCKET).settings(store.bucket(BUCKET).settings().withVersioned(true));
    }

    /** The store, for its address and its log. */
    protected final SimulatedStore simulatedStore() {
        return store;
    }

    /** All but {@link StoreFeature#SUPPLIED_CLIENT} and {@link StoreFeature#ENCODED_REFUSED}. */
    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(StoreFeature.values())
                .without(StoreFeature.SUPPLIED_CLIENT, StoreFeature.ENCODED_REFUSED);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    @Override
    protected void put(String key, byte[] content) {
        store.put(BUCKET, key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        store.put(BUCKET, key, content);
    }

    @Override
    protected void delete(String key) {
        store.delete(BUCKET, key);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        store.put(BUCKET, key, content, ObjectAttributes.none().withSystem("content-encoding", contentEncoding));
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation(location("key").scheme(), "no-such-bucket", "key");
    }

    @Override
    protected ObjectLocation deniedObject() {
        put("denied", new byte[100]);
        store.bucket(BUCKET).deny("denied");
        return location("denied");
    }

    /** The reads: what the test setup itself writes and deletes over the wire is no business of the contract. */
    @Override
    protected List<WireRequest> wireRequests(String key) {
        List<WireRequest> requests = new ArrayList<>();
        for (RequestRecord record : store.log().records().ofKey(key)) {
            RequestFacts facts = record.facts();
            if (isReadOrHead(facts)) {
                String method = facts.operation() == Operation.HEAD ? "HEAD" : facts.method();
                requests.add(new WireRequest(method, facts.rangeHeader(), condition(facts)));
            }
        }
        return requests;
    }

    private static boolean isReadOrHead(RequestFacts facts) {
        return facts.operation() == Operation.READ || facts.operation() == Operation.HEAD;
    }

    private static Optional<String> condition(RequestFacts facts) {
        Optional<String> versionId = List.of(facts.query().split("&", -1)).stream()
                .filter(part -> part.startsWith(VERSION_ID))
                .map(part -> part.substring(VERSION_ID.length()))
                .findFirst();
        return versionId.or(() -> facts.preconditions().values().stream().findFirst());
    }

    @Override
    protected void stall(String key, long afterBytes) {
        Fault fault = afterBytes < 0 ? Fault.stallBeforeHead() : Fault.stallAfter(afterBytes);
        stalls.put(key, store.faults().add(FaultRule.when(RequestMatch.reads().key(key), fault)));
    }

    @Override
    protected void unstall(String key) {
        Optional.ofNullable(stalls.get(key)).ifPresent(ActiveFault::remove);
    }

    @Override
    protected void throttleNext(String key) {
        spoilNext(key, Fault.error(503, "SlowDown", Map.of("Retry-After", "2")));
    }

    @Override
    protected void answerNext(String key, int status) {
        boolean bare = status < 300 || status == 304;
        Map<String, String> redirect = status / 100 == 3 ? Map.of("Location", store.uri() + "/elsewhere") : Map.of();
        Answer empty =
                Answer.empty(status).withHeader("Server", "simulated"); // S3's native client reports none without
        Fault fault = bare ? Fault.answer(empty) : Fault.error(status, "NeverHeardOf", redirect);
        RequestMatch ofContent = RequestMatch.any().key(key).and(SimulatedStoreContract::isReadOrHead);
        store.faults().add(FaultRule.when(ofContent, fault).once());
    }

    @Override
    protected void cutNext(String key, long afterBytes) {
        spoilNext(key, Fault.closeAfter(afterBytes));
    }

    @Override
    protected void ignoreRangeNext(String key) {
        spoilNext(key, Fault.rangeIgnored());
    }

    @Override
    protected void hideLengthNext(String key, boolean chunked) {
        spoilNext(key, chunked ? Fault.chunked() : Fault.headerMissing("Content-Length"));
    }

    private void spoilNext(String key, Fault fault) {
        store.faults().add(FaultRule.when(RequestMatch.reads().key(key), fault).once());
    }

    /** Requests whose answers are not complete, as the store sees it: a connection dropped by the client is not counted. */
    @Override
    protected int leasedConnections() {
        return store.log().inFlight();
    }

    @Override
    protected void closeStore() {
        store.close();
    }
}
