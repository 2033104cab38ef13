package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.RecordingSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests begun, cancelled and refused by several threads while another one closes the backend. */
class BackendCloseTest {
    private static final int LENGTH = 1 << 20;
    private static final int ROUNDS = 25;
    private static final int THREADS = 3;
    private static final int REQUESTS = 30;

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdown();
        store.close();
    }

    /** The native client ends the process, and with it the build, if it is asked for anything after its close. */
    @ParameterizedTest
    @EnumSource
    void everyTransferEndsWhenTheBackendIsClosedMeanwhile(S3HttpClient http) throws Exception {
        store.putSynthetic("bucket", "key", LENGTH, 1);
        S3Options options = S3Options.defaults()
                .withEndpoint(store.uri())
                .withPathStyle(true)
                .withKeys("AKID", "secret")
                .withMaxConnections(4)
                .withHttpClient(http);
        SplittableRandom random = new SplittableRandom(20_261_130);
        for (int round = 0; round < ROUNDS; round++) {
            S3Backend backend = S3Backend.create(options);
            CountDownLatch some = new CountDownLatch(random.nextInt(THREADS * REQUESTS));
            List<Future<List<Fetch>>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                work.add(threads.submit(requests(backend, random.split(), some)));
            }
            some.await();
            backend.close();
            for (Future<List<Fetch>> fetches : work) {
                for (Fetch fetch : fetches.get()) {
                    assertThat(fetch.await().sink().violations()).isEmpty();
                }
            }
        }
    }

    /** The native event loops are one set for the process, which the native library keeps; Netty's are this backend's. */
    @ParameterizedTest
    @EnumSource
    void backendsLeaveNoThreadsBehindOneByOne(S3HttpClient http) throws Exception {
        store.putSynthetic("bucket", "key", LENGTH, 1);
        S3Options options = S3Options.defaults()
                .withEndpoint(store.uri())
                .withPathStyle(true)
                .withKeys("AKID", "secret")
                .withHttpClient(http);
        readAndClose(options);
        long afterOne = eventLoops();
        for (int i = 0; i < 5; i++) {
            readAndClose(options);
        }
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (eventLoops() > afterOne && System.nanoTime() < end) {
            Thread.sleep(50); // Netty's end two seconds after their last work
        }
        assertThat(eventLoops()).isLessThanOrEqualTo(afterOne);
    }

    private static void readAndClose(S3Options options) {
        try (S3Backend backend = S3Backend.create(options)) {
            GetRequest get = new GetRequest(
                    new ObjectLocation("s3", "bucket", "key"), GetRange.of(ByteRange.of(0, 100)), Optional.empty());
            Fetch.start(backend, get).await();
        }
    }

    private static long eventLoops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("AwsEventLoop")
                        || thread.getName().startsWith("vector-io-s3"))
                .count();
    }

    private static Callable<List<Fetch>> requests(S3Backend backend, SplittableRandom random, CountDownLatch begun) {
        return () -> {
            List<Fetch> fetches = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                String key = random.nextInt(8) == 0 ? "missing" : "key";
                int length = random.nextBoolean() ? 100 : LENGTH;
                GetRequest get = new GetRequest(
                        new ObjectLocation("s3", "bucket", key),
                        GetRange.of(ByteRange.of(0, length)),
                        Optional.empty());
                Fetch fetch = Fetch.start(backend, get, sink(random.nextInt(4) > 0));
                if (random.nextInt(3) == 0) {
                    fetch.cancel();
                }
                fetches.add(fetch);
                begun.countDown();
            }
            return fetches;
        };
    }

    private static RecordingSink sink(boolean wanted) {
        return new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                return wanted;
            }
        };
    }
}
