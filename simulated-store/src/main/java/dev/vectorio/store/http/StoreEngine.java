package dev.vectorio.store.http;

import dev.vectorio.store.fault.FaultScript;
import dev.vectorio.store.log.RequestLog;
import dev.vectorio.store.timing.BandwidthPacer;
import dev.vectorio.store.timing.DeadlineClock;
import dev.vectorio.store.timing.TimingModel;
import java.util.List;

/** What all connections of a store share. Closing it stops its clock; the connections are the server's. */
public final class StoreEngine implements AutoCloseable {
    private final List<Dialect> dialects;
    private final RequestLog log;
    private final FaultScript faults = new FaultScript();
    private final AnswerGate gate = new AnswerGate();
    private final DeadlineClock clock;
    private final BandwidthPacer pacer;
    private volatile TimingModel timing;
    private volatile boolean closing;

    /**
     * An engine that answers in these dialects, the first that claims a request being the one.
     *
     * @param name begins the name of its thread
     */
    public StoreEngine(String name, List<Dialect> dialects, RequestLog log, TimingModel timing) {
        this.dialects = List.copyOf(dialects);
        this.log = log;
        this.timing = timing;
        this.clock = new DeadlineClock(name + "-clock");
        this.pacer = new BandwidthPacer(clock);
        pacer.use(timing);
    }

    public RequestLog log() {
        return log;
    }

    public FaultScript faults() {
        return faults;
    }

    public AnswerGate gate() {
        return gate;
    }

    public TimingModel timing() {
        return timing;
    }

    /** Changes the timing: bandwidth at once, time to first byte from the next request on. */
    public void timing(TimingModel changed) {
        timing = changed;
        pacer.use(changed);
    }

    DeadlineClock clock() {
        return clock;
    }

    BandwidthPacer pacer() {
        return pacer;
    }

    boolean isClosing() {
        return closing;
    }

    Dialect dialectOf(RequestHead head) {
        return dialects.stream().filter(d -> d.claims(head)).findFirst().orElseThrow();
    }

    /** From here on connections that end are ended by the store, not by clients. */
    void beginClosing() {
        closing = true;
    }

    @Override
    public void close() {
        closing = true;
        clock.close();
    }
}
