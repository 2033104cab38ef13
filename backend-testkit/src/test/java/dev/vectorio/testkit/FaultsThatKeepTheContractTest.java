package dev.vectorio.testkit;

import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;

/** Threads that change and bytes that trickle are within the contract: readers must cope, and the suite must accept it. */
class FaultsThatKeepTheContractTest extends InMemoryBackendContractTest {
    @Override
    protected ObjectStoreBackend openBackend() {
        FaultSchedule schedule = FaultSchedule.anyOf(
                FaultSchedule.every(2, new Fault.OtherThreads()),
                FaultSchedule.every(1, new Fault.Dribble(2_039, Duration.ZERO)));
        return new FaultInjectingBackend(memory(), schedule);
    }

    @Override
    InMemorySettings settings() {
        return super.settings().withChunkBytes(70_001);
    }
}
