package dev.vectorio.testkit;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a Netty buffer was found that nobody released. Netty only logs what it finds, and looks only
 * when another buffer is made: this listens, and makes it look. It finds what
 * {@code io.netty.leakDetection.level} lets it find; with {@code paranoid} that is every buffer that the collector has taken.
 *
 * <p>To be registered for every test class, by {@code junit.jupiter.extensions.autodetection.enabled} and a service file:
 * it must be there before the first buffer of the JVM is made.
 */
public final class NettyLeakCheck implements BeforeAllCallback, AfterAllCallback {
    private static final int LOOKS = 4;
    private static final long PAUSE_MILLIS = 15;
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Listening());
    }

    /** Nothing but being loaded. */
    @Override
    public void beforeAll(ExtensionContext context) {}

    /**
     * Looks for leaks.
     *
     * @throws AssertionError if there are any, with where Netty saw them last
     */
    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        List<String> leaks = find();
        if (!leaks.isEmpty()) {
            throw new AssertionError(
                    leaks.size() + " Netty buffers were not released before the garbage collector took them:\n"
                            + String.join("\n", leaks));
        }
    }

    /** What has leaked since the last look. */
    static List<String> find() throws InterruptedException {
        if (!ResourceLeakDetector.isEnabled()) {
            return List.of();
        }
        for (int i = 0; i < LOOKS; i++) {
            System.gc();
            Thread.sleep(PAUSE_MILLIS); // the collector hands over what it took in its own time
            ByteBufAllocator.DEFAULT.buffer(1).release();
        }
        List<String> leaks = List.copyOf(FOUND);
        FOUND.removeAll(leaks);
        return leaks;
    }

    private static final class Listening extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings("deprecation") // abstract in Netty: must be there
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new Detector<>(resource, samplingInterval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
            return new Detector<>(resource, samplingInterval);
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        Detector(Class<?> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true; // whatever the logger's level
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            FOUND.add(resourceType + ": " + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            FOUND.add(resourceType + ", without records");
        }
    }
}
