package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import dev.vectorio.testkit.InMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LookAheadTest {
    private static final int BYTES = 10_000;

    /** A request, and what answers it. */
    private record Held(GetRequest request, Runnable answer) {}

    /** A store that answers when it is told to. */
    private static final class HoldingBackend implements ObjectStoreBackend {
        private final InMemoryBackend inner;
        private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

        HoldingBackend(InMemoryBackend inner) {
            this.inner = inner;
        }

        @Override
        public BackendCapabilities capabilities() {
            return inner.capabilities();
        }

        @Override
        public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
            return inner.head(location);
        }

        @Override
        public Transfer get(GetRequest request, ResponseSink sink) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            held.add(new Held(
                    request,
                    () -> inner.get(request, sink).done().whenComplete((nothing, failure) -> {
                        if (failure == null) {
                            done.complete(null);
                        } else {
                            done.completeExceptionally(failure);
                        }
                    })));
            return new Transfer() {
                @Override
                public CompletionStage<Void> done() {
                    return done;
                }

                @Override
                public void cancel() {
                    done.complete(null);
                }
            };
        }

        /** The next requests; fails if so many do not come. */
        List<Held> next(int count) throws InterruptedException {
            List<Held> answers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Held answer = held.poll(10, TimeUnit.SECONDS);
                assertThat(answer).as("request %d of %d", i + 1, count).isNotNull();
                answers.add(answer);
            }
            return answers;
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void sendsForFewObjectsAtFirstAndForOneMoreWithEachThatCame() throws Exception {
        InMemoryBackend memory = InMemoryBackend.create();
        List<KnownObject> objects = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket/file-" + i);
            memory.put(location, new byte[BYTES]);
            objects.add(KnownObject.at(location).withLengthHint(BYTES));
        }
        try (HoldingBackend store = new HoldingBackend(memory);
                VectorIo io = VectorIo.builder().backend("mem", store).build();
                AutoCloseable list = io.lookAhead(objects);
                RangeReader first = io.open(objects.get(0));
                VectoredRead read = first.readTail(BYTES)) {
            assertThat(list).isNotNull();
            List<Held> waiting = store.next(8);
            assertThat(store.held).isEmpty();
            // threads of the engine send them, so they come in any order
            Held opened = waiting.stream()
                    .filter(held -> held.request().location().equals(first.location()))
                    .findFirst()
                    .orElseThrow();
            opened.answer().run();
            read.await();
            waiting.remove(opened);
            waiting.addAll(store.next(2));
            assertThat(store.held).isEmpty();
            waiting.forEach(held -> held.answer().run());
            store.next(18); // nine have come since: each made room for itself and for one more
            assertThat(store.held).isEmpty();
        }
    }

    /** A store that holds its answers, and two objects on a list. */
    private static final class Announced implements AutoCloseable {
        private final HoldingBackend store = new HoldingBackend(InMemoryBackend.create());
        private final VectorIo io = VectorIo.builder().backend("mem", store).build();
        private final KnownObject first = announced("mem://bucket/first");
        private final KnownObject second = announced("mem://bucket/second");

        private KnownObject announced(String location) {
            ObjectLocation at = ObjectLocation.parse(location);
            store.inner.put(at, new byte[BYTES]);
            return KnownObject.at(at).withLengthHint(BYTES);
        }

        ObjectVersion version(KnownObject object) {
            return store.head(object.location())
                    .toCompletableFuture()
                    .join()
                    .version()
                    .orElseThrow();
        }

        @Override
        public void close() {
            io.close();
            store.close();
        }
    }

    @Test
    void anOpenerThatKnowsTheVersionTakesWhatIsUnderWay() throws Exception {
        try (Announced list = new Announced();
                AutoCloseable lookAhead = list.io.lookAhead(List.of(list.first, list.second));
                RangeReader first = list.io.open(list.first)) {
            List<Held> underWay = list.store.next(2);
            try (RangeReader second = list.io.open(list.second.withVersion(list.version(list.second)));
                    VectoredRead read = second.readTail(BYTES)) {
                underWay.forEach(held -> held.answer().run());
                read.await();
                assertThat(second.metadata().get().version()).contains(list.version(list.second));
            }
            assertThat(lookAhead).isNotNull();
            assertThat(first.metadata().get().version()).contains(list.version(list.first));
            assertThat(list.store.held).isEmpty();
        }
    }

    @Test
    void anOpenerThatKnowsAnotherVersionReadsNoByteOfWhatIsUnderWay() throws Exception {
        try (Announced list = new Announced();
                AutoCloseable lookAhead = list.io.lookAhead(List.of(list.first, list.second));
                RangeReader first = list.io.open(list.first)) {
            List<Held> underWay = list.store.next(2);
            ObjectVersion other = new ObjectVersion(list.version(list.second).kind(), "\"another\"");
            try (RangeReader second = list.io.open(list.second.withVersion(other));
                    VectoredRead read = second.readTail(BYTES)) {
                underWay.forEach(held -> held.answer().run());
                Thread answering = new Thread(
                        () -> {
                            try {
                                list.store.next(1).get(0).answer().run();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "answering");
                answering.start();
                assertThatThrownBy(read::await)
                        .isInstanceOfSatisfying(
                                ObjectReadException.class,
                                e -> assertThat(e.kind()).isEqualTo(ObjectReadException.Kind.OBJECT_CHANGED));
                answering.interrupt();
                answering.join();
            }
            assertThat(lookAhead).isNotNull();
            assertThat(first.metadata().get().version()).contains(list.version(list.first));
        }
    }
}
