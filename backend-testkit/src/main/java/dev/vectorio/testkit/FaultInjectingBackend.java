package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A backend in front of another, whose GETs fail as a schedule says. What it does to its callers is what a bad day does;
 * it keeps the rules of threads and order itself, but for {@link Fault.ThrowFromGet} and {@link Fault.FailDone}, which
 * break them on purpose. HEADs pass unchanged. Closes the backend behind.
 */
public final class FaultInjectingBackend implements ObjectStoreBackend {
    /**
     * A fault that was given out.
     *
     * @param number of the GET, from 1
     * @param request that got it
     * @param fault what it was
     */
    public record Injected(long number, GetRequest request, Fault fault) {}

    private final ObjectStoreBackend behind;
    private final FaultSchedule schedule;
    private final AtomicLong gets = new AtomicLong();
    private final List<Injected> injected = new ArrayList<>();

    /** Puts the faults of a schedule in front of a backend. */
    public FaultInjectingBackend(ObjectStoreBackend behind, FaultSchedule schedule) {
        this.behind = behind;
        this.schedule = schedule;
    }

    @Override
    public BackendCapabilities capabilities() {
        return behind.capabilities();
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return behind.head(location);
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        long number = gets.incrementAndGet();
        Optional<Fault> fault = schedule.faultFor(number, request);
        if (fault.isEmpty()) {
            return behind.get(request, sink);
        }
        synchronized (injected) {
            injected.add(new Injected(number, request, fault.get()));
        }
        return start(request, sink, fault.get());
    }

    private Transfer start(GetRequest request, ResponseSink sink, Fault fault) {
        if (fault instanceof Fault.ThrowFromGet thrown) {
            throw thrown.exception().get();
        }
        FaultyTransfer transfer = new FaultyTransfer(request, sink, fault);
        if (fault instanceof Fault.FailBeforeHead refusal) {
            String text = request.location() + " " + request.range() + ": refused by the test";
            transfer.end(new ObjectReadException(refusal.kind(), text, refusal.answer()));
        } else if (fault instanceof Fault.FailDone failure && failure.afterBytes() < 0) {
            transfer.end(failure.failure().get());
        } else if (fault instanceof Fault.Stall stall && stall.afterBytes() < 0) {
            transfer.endWhenCancelled();
        } else {
            transfer.start(behind);
        }
        return transfer;
    }

    /** How many GETs came, those with faults included. */
    public long gets() {
        return gets.get();
    }

    /** The faults given out so far, in order. */
    public List<Injected> injected() {
        synchronized (injected) {
            return List.copyOf(injected);
        }
    }

    @Override
    public void close() {
        behind.close();
    }

    @Override
    public String toString() {
        return "FaultInjectingBackend[" + schedule + "] before " + behind;
    }
}
