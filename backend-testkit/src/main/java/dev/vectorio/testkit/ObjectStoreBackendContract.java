package dev.vectorio.testkit;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The contract of {@link dev.vectorio.spi.ObjectStoreBackend} as a JUnit 5 suite. Extend it, fill in the hooks of {@link
 * ContractFixture}, and declare in {@link ContractFixture#features()} what the store and the test setup offer; what is
 * not declared is skipped by name, nothing is guessed. The store may be shared by all tests (a static field); tests take
 * about ten seconds in all against a store on the same machine.
 *
 * <p>Checked in every test: {@code get} never throws; {@code onHead} comes before {@code onBytes}, calls never overlap,
 * none comes after {@code done()}; every transfer ends; no message, cause or {@code toString} holds one of
 * {@link ContractFixture#secrets()}. At the end no Netty buffer may have been lost ({@link NettyLeakCheck}).
 */
@ExtendWith(NettyLeakCheck.class)
public abstract class ObjectStoreBackendContract extends WireChecks {
    /** For subclasses. */
    protected ObjectStoreBackendContract() {}
}
