package dev.vectorio.store.fault;

import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RangeSpec;
import dev.vectorio.store.request.RequestFacts;
import java.util.function.Predicate;

/** Which requests a fault is meant for. Several conditions all have to hold. */
@FunctionalInterface
public interface RequestMatch {

    /** Whether the fault is meant for this request. */
    boolean matches(RequestFacts facts);

    /** Every request. */
    static RequestMatch any() {
        return facts -> true;
    }

    /** Reads of object bytes. */
    static RequestMatch reads() {
        return operation(Operation.READ);
    }

    /** Requests for an object's head alone. */
    static RequestMatch heads() {
        return operation(Operation.HEAD);
    }

    /** Requests that do this. */
    static RequestMatch operation(Operation operation) {
        return facts -> facts.operation() == operation;
    }

    /** Also with this HTTP method. */
    default RequestMatch method(String method) {
        return and(facts -> facts.method().equals(method));
    }

    /** Also for this key. */
    default RequestMatch key(String key) {
        return and(facts -> facts.key().equals(key));
    }

    /** Also with a range that can be understood and satisfies the condition. */
    default RequestMatch range(Predicate<RangeSpec> condition) {
        return and(facts -> facts.range().filter(condition).isPresent());
    }

    /** Also with a bounded range that begins at {@code offset}. */
    default RequestMatch rangeFrom(long offset) {
        return range(range -> range instanceof RangeSpec.Bounded bounded && bounded.offset() == offset);
    }

    /** Also from a client whose user agent contains {@code part}. */
    default RequestMatch userAgent(String part) {
        return and(facts -> facts.userAgent().contains(part));
    }

    /** Also under this condition. */
    default RequestMatch and(Predicate<RequestFacts> condition) {
        return facts -> matches(facts) && condition.test(facts);
    }
}
