package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Every request that an {@link InMemoryBackend} was sent, in order of arrival. Thread-safe. */
public final class RequestLog {
    private final List<LoggedRequest> requests = new ArrayList<>();
    private int inFlight;
    private int maxInFlight;
    /** Entries of before the last {@link #clear()} are told from later ones by this. */
    private int base;

    RequestLog() {}

    synchronized int started(ObjectLocation location, Optional<GetRange> range, Optional<ObjectVersion> ifVersion) {
        requests.add(new LoggedRequest(location, range, ifVersion, 0, 0));
        if (range.isPresent()) {
            maxInFlight = Math.max(maxInFlight, ++inFlight);
        }
        return base + requests.size() - 1;
    }

    void answered(int number, int status) {
        update(number, request -> request.withStatus(status));
    }

    void sent(int number, long sent) {
        update(number, request -> request.withSent(sent));
    }

    synchronized void ended() {
        inFlight--;
    }

    private synchronized void update(int number, UnaryOperator<LoggedRequest> change) {
        int index = number - base;
        if (index >= 0) {
            requests.set(index, change.apply(requests.get(index)));
        }
    }

    /** All requests as they stand now. */
    public synchronized List<LoggedRequest> requests() {
        return List.copyOf(requests);
    }

    /** The GETs as they stand now. */
    public List<LoggedRequest> gets() {
        return requests().stream().filter(LoggedRequest::isGet).toList();
    }

    /** How many GETs came. */
    public long getCount() {
        return gets().size();
    }

    /** How many HEADs came. */
    public long headCount() {
        return requests().size() - getCount();
    }

    /** Bytes of bodies that went to sinks. */
    public long bytesSent() {
        return requests().stream().mapToLong(LoggedRequest::sent).sum();
    }

    /** GETs whose transfer has not ended. */
    public synchronized int inFlight() {
        return inFlight;
    }

    /** The most GETs that were under way at one moment since the last {@link #clear()}. */
    public synchronized int maxInFlight() {
        return maxInFlight;
    }

    /** Forgets the requests so far; those under way stay counted as in flight. */
    public synchronized void clear() {
        base += requests.size();
        requests.clear();
        maxInFlight = inFlight;
    }

    @Override
    public String toString() {
        return requests().toString();
    }
}
