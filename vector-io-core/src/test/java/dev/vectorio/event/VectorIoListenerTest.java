package dev.vectorio.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.event.VectorIoEvent.ReadPlanned;
import dev.vectorio.model.ObjectLocation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VectorIoListenerTest {
    private static final VectorIoEvent EVENT = new ReadPlanned(ObjectLocation.parse("s3://b/k"), 2, 1, 10, 12);

    @Test
    void swallowsWhatAListenerThrowsAndWarnsOnce() {
        List<VectorIoEvent> seen = new ArrayList<>();
        VectorIoListener guarded = VectorIoListener.guarded(event -> {
            seen.add(event);
            throw new AssertionError("a listener's own fault");
        });
        String log = logOf(() -> {
            guarded.onEvent(EVENT);
            guarded.onEvent(EVENT);
        });
        assertThat(seen).containsExactly(EVENT, EVENT);
        assertThat(log).containsOnlyOnce("a listener's own fault").contains("WARN");
    }

    @Test
    void wrapsOnce() {
        VectorIoListener guarded = VectorIoListener.guarded(event -> {});
        assertThat(VectorIoListener.guarded(guarded)).isSameAs(guarded);
        assertThat(VectorIoListener.guarded(VectorIoListener.none())).isSameAs(VectorIoListener.none());
        VectorIoListener both = VectorIoListener.both(guarded, JfrEvents.LISTENER);
        assertThat(VectorIoListener.guarded(both)).isSameAs(both);
    }

    @Test
    void callsBothThoughTheFirstThrows() {
        List<VectorIoEvent> seen = new ArrayList<>();
        VectorIoListener both = VectorIoListener.both(
                event -> {
                    throw new IllegalStateException("first");
                },
                seen::add);
        logOf(() -> both.onEvent(EVENT));
        assertThat(seen).containsExactly(EVENT);
    }

    @Test
    void addsNothingToASingleListener() {
        VectorIoListener only = VectorIoListener.guarded(event -> {});
        assertThat(VectorIoListener.both(VectorIoListener.none(), only)).isSameAs(only);
        assertThat(VectorIoListener.both(only, VectorIoListener.none())).isSameAs(only);
        assertThat(VectorIoListener.both(VectorIoListener.none(), VectorIoListener.none()))
                .isSameAs(VectorIoListener.none());
    }

    @Test
    void ignoresEventsThatNobodyListensTo() {
        VectorIoListener.none().onEvent(EVENT);
    }

    /** What the logger of the tests writes to the error stream meanwhile. */
    private static String logOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
