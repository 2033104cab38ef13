package dev.vectorio.testkit;

/** A store without suffix ranges, in small heap chunks of an odd size. */
class InMemoryWithoutSuffixContractTest extends InMemoryBackendContractTest {
    @Override
    InMemorySettings settings() {
        return super.settings().withoutSuffixRange().withChunkBytes(977).withScratch(InMemorySettings.Scratch.HEAP);
    }
}
