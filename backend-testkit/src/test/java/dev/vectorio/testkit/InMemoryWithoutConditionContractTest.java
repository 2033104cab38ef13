package dev.vectorio.testkit;

/** A store without conditions, in large direct chunks. */
class InMemoryWithoutConditionContractTest extends InMemoryBackendContractTest {
    @Override
    InMemorySettings settings() {
        return super.settings()
                .withoutVersionCondition()
                .withChunkBytes(131_071)
                .withScratch(InMemorySettings.Scratch.DIRECT);
    }
}
