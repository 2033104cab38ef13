package dev.vectorio.testkit.cases;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The cases on a store in memory, behind a backend that injects the faults. */
class InMemoryCasesTest extends FaultCases {
    private record Rule(String key, OptionalLong from, Fault fault, AtomicInteger left) {
        boolean strikes(ObjectLocation location, GetRange range) {
            boolean begins = from.isEmpty()
                    || (range instanceof GetRange.Bounded bounded
                            && bounded.range().offset() == from.getAsLong());
            return location.key().equals(key) && begins && left.getAndUpdate(n -> n == 0 ? 0 : n - 1) > 0;
        }
    }

    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final List<GetRequest> gets = new CopyOnWriteArrayList<>();
    private final InMemoryBackend store =
            InMemoryBackend.create(InMemorySettings.defaults().withVersionIds());

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        FaultSchedule schedule = (number, request) -> {
            gets.add(request);
            return rules.stream()
                    .filter(rule -> rule.strikes(request.location(), request.range()))
                    .map(Rule::fault)
                    .findFirst();
        };
        return new FaultInjectingBackend(store, schedule);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("mem", "bucket", key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("mem", "no-such-bucket", "key");
    }

    @Override
    protected boolean keepsVersions() {
        return true;
    }

    @Override
    protected Optional<ObjectLocation> deniedObject() {
        put("denied", new byte[10]);
        store.deny(location("denied"));
        return Optional.of(location("denied"));
    }

    @Override
    protected void put(String key, byte[] content) {
        store.put(location(key), content);
    }

    @Override
    protected void delete(String key) {
        store.delete(location(key));
    }

    @Override
    protected void spoil(String key, OptionalLong rangeFrom, Fault fault, int times) {
        rules.add(new Rule(key, rangeFrom, fault, new AtomicInteger(times)));
    }

    @Override
    protected void heal() {
        rules.clear();
        gets.clear();
    }

    @Override
    protected List<String> asked(String key) {
        return gets.stream()
                .filter(get -> get.location().key().equals(key))
                .map(get -> get.range().toHttpHeader())
                .toList();
    }

    @Override
    protected int underWay() {
        return store.log().inFlight();
    }

    @Override
    protected StoreAnswer throttledAnswer() {
        return StoreAnswer.ofStatus(503).withCode(Optional.of("SlowDown"), Optional.of("request-7"));
    }
}
