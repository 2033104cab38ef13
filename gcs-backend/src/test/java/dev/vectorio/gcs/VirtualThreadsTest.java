package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** On which threads reads block. */
class VirtualThreadsTest {
    private static final String NEWER = "needs Java 21: mvn test -Pnewer-jdk -Djdk.newer=FOLDER -pl gcs-backend -am";
    private static final int READS = 200;
    private static final int BYTES = 100_000;

    /** Notes the threads that it is called on. */
    private static final class ThreadSink implements ResponseSink {
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final AtomicLong bytes = new AtomicLong();

        @Override
        public boolean onHead(ResponseHead head) {
            threads.add(Thread.currentThread());
            return true;
        }

        @Override
        public void onBytes(ByteBuffer chunk) {
            threads.add(Thread.currentThread());
            bytes.addAndGet(chunk.remaining());
        }
    }

    private static ThreadSink read() throws Exception {
        ThreadSink sink = new ThreadSink();
        try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
                ObjectStoreBackend backend = GcsBackend.create(
                        GcsOptions.defaults().withEndpoint(store.uri()).withAnonymous(true))) {
            store.put("lake", "object", new byte[BYTES]);
            List<CompletableFuture<Void>> reads = new ArrayList<>();
            for (int i = 0; i < READS; i++) {
                GetRequest request = new GetRequest(
                        new ObjectLocation("gs", "lake", "object"),
                        GetRange.of(ByteRange.of(0, BYTES)),
                        Optional.empty());
                reads.add(backend.get(request, sink).done().toCompletableFuture());
            }
            CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        }
        assertThat(sink.bytes.get()).isEqualTo((long) READS * BYTES);
        return sink;
    }

    /** By its class: this is compiled for Java 17. */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass().getSimpleName().equals("VirtualThread");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = NEWER)
    void readsRunOnVirtualThreadsOneForEach() throws Exception {
        assertThat(read().threads).hasSize(READS).allMatch(VirtualThreadsTest::isVirtual);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void readsRunOnThreadsOfTheBackendBelowJava21() throws Exception {
        assertThat(read().threads)
                .hasSizeLessThanOrEqualTo(GcsBackend.DEFAULT_POOL)
                .allMatch(thread -> thread.getName().startsWith("vector-io-gcs-"));
    }
}
