package dev.vectorio.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.event.VectorIoEvent.ReadCompleted;
import dev.vectorio.event.VectorIoEvent.ReadPlanned;
import dev.vectorio.event.VectorIoEvent.RequestCompleted;
import dev.vectorio.event.VectorIoEvent.RequestFailed;
import dev.vectorio.event.VectorIoEvent.RequestHedged;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrEventsTest {
    private static final ObjectLocation PLACE = ObjectLocation.parse("s3://lake/t/part-0.parquet");
    private static final List<VectorIoEvent> ONE_OF_EACH = List.of(
            new ReadPlanned(PLACE, 3, 2, 100, 120),
            new RequestCompleted(
                    PLACE,
                    ByteRange.of(4, 60),
                    "MERGED",
                    2,
                    true,
                    60,
                    Duration.ofMillis(1),
                    Duration.ofMillis(30),
                    Duration.ofMillis(42)),
            new RequestHedged(PLACE, Optional.of(ByteRange.of(5, 50)), 3, Duration.ofMillis(80)),
            new RequestFailed(
                    PLACE, Optional.empty(), Kind.THROTTLED, 1, 5, true, Duration.ofMillis(70), "503 SlowDown"),
            new ReadCompleted(PLACE, 3, 1, 100, 130, 20, 10, Duration.ofSeconds(1)));

    @Test
    void recordsEveryEventWithTheSameFacts(@TempDir Path folder) throws IOException {
        assertThat(ONE_OF_EACH)
                .extracting(Object::getClass)
                .containsExactlyInAnyOrderElementsOf(List.<Class<?>>of(VectorIoEvent.class.getPermittedSubclasses()));
        List<RecordedEvent> recorded = record(folder, () -> ONE_OF_EACH.forEach(JfrEvents.LISTENER::onEvent));

        assertThat(recorded)
                .extracting(event -> event.getEventType().getName())
                .containsExactlyInAnyOrder(
                        "dev.vectorio.ReadPlanned",
                        "dev.vectorio.RequestCompleted",
                        "dev.vectorio.RequestHedged",
                        "dev.vectorio.RequestFailed",
                        "dev.vectorio.ReadCompleted");
        assertThat(recorded).allSatisfy(event -> {
            assertThat(event.getString("location")).isEqualTo("s3://lake/t/part-0.parquet");
            assertThat(event.getEventType().getCategoryNames()).containsExactly("vector-io");
        });
        RecordedEvent planned = named("ReadPlanned", recorded);
        assertThat(planned.getInt("ranges")).isEqualTo(3);
        assertThat(planned.getInt("requests")).isEqualTo(2);
        assertThat(planned.getLong("neededBytes")).isEqualTo(100);
        assertThat(planned.getLong("plannedBytes")).isEqualTo(120);
        RecordedEvent request = named("RequestCompleted", recorded);
        assertThat(request.getLong("offset")).isEqualTo(4);
        assertThat(request.getLong("length")).isEqualTo(60);
        assertThat(request.getString("reason")).isEqualTo("MERGED");
        assertThat(request.getInt("attempt")).isEqualTo(2);
        assertThat(request.getBoolean("duplicate")).isTrue();
        assertThat(request.getLong("bytes")).isEqualTo(60);
        assertThat(request.getDuration("queued")).isEqualTo(Duration.ofMillis(1));
        assertThat(request.getDuration("firstByte")).isEqualTo(Duration.ofMillis(30));
        assertThat(request.getDuration("total")).isEqualTo(Duration.ofMillis(42));
        RecordedEvent hedged = named("RequestHedged", recorded);
        assertThat(hedged.getLong("offset")).isEqualTo(5);
        assertThat(hedged.getLong("length")).isEqualTo(50);
        assertThat(hedged.getInt("attempt")).isEqualTo(3);
        assertThat(hedged.getDuration("waited")).isEqualTo(Duration.ofMillis(80));
        RecordedEvent failed = named("RequestFailed", recorded);
        assertThat(failed.getLong("offset")).isEqualTo(-1);
        assertThat(failed.getLong("length")).isEqualTo(-1);
        assertThat(failed.getString("kind")).isEqualTo("THROTTLED");
        assertThat(failed.getInt("attempt")).isEqualTo(1);
        assertThat(failed.getInt("maxAttempts")).isEqualTo(5);
        assertThat(failed.getBoolean("willRetry")).isTrue();
        assertThat(failed.getDuration("delay")).isEqualTo(Duration.ofMillis(70));
        assertThat(failed.getString("message")).isEqualTo("503 SlowDown");
        RecordedEvent read = named("ReadCompleted", recorded);
        assertThat(read.getInt("ranges")).isEqualTo(3);
        assertThat(read.getInt("failedRanges")).isEqualTo(1);
        assertThat(read.getLong("neededBytes")).isEqualTo(100);
        assertThat(read.getLong("fetchedBytes")).isEqualTo(130);
        assertThat(read.getLong("wastedBytes")).isEqualTo(20);
        assertThat(read.getLong("retriedBytes")).isEqualTo(10);
        assertThat(read.getDuration("total")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void recordsNothingOutsideARecording(@TempDir Path folder) throws IOException {
        ONE_OF_EACH.forEach(JfrEvents.LISTENER::onEvent);
        assertThat(record(folder, () -> {})).isEmpty();
    }

    private static List<RecordedEvent> record(Path folder, Runnable action) throws IOException {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.vectorio."))
                .toList();
    }

    private static RecordedEvent named(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.vectorio." + name))
                .findFirst()
                .orElseThrow();
    }
}
