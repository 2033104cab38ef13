package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SimulatedStoreCases;
import java.util.Optional;

/** The cases on the simulated store, in the dialect of S3. */
class S3CasesTest extends SimulatedStoreCases {
    S3CasesTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        return S3Backend.create(S3Options.defaults()
                .withEndpoint(simulatedStore().uri())
                .withPathStyle(true)
                .withKeys("AKIDCASES", "secret")
                .withMaxConnections(pool));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    @Override
    protected StoreAnswer throttledAnswer() {
        return StoreAnswer.ofStatus(503).withCode(Optional.of("SlowDown"), Optional.empty());
    }
}
