package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.vectorio.spi.ObjectStoreBackend;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Each broken backend fails the check that is named for it, and for that reason. */
class ContractCatchesBrokenBackendsTest {
    static List<Arguments> breakages() {
        return List.of(
                breakage("firstBytesAreExact", "exact", BrokenBackends::inclusiveEnd),
                breakage("singleBytesAreExact", "exact", BrokenBackends::inclusiveEnd),
                breakage("eachGetIsOneRequestWithAnExplicitLastByte", "bytes=0-1", BrokenBackends::inclusiveEnd),
                breakage("offsetsBeyondAnIntAreNotCutOff", "instead of failing", BrokenBackends::offsetsAsInt),
                breakage("wrongVersionIsObjectChanged", "instead of failing", BrokenBackends::dropsTheVersion),
                breakage("replacedObjectIsNoticed", "instead of failing", BrokenBackends::dropsTheVersion),
                breakage("suffixRangesDeliverTheLastBytes", "exact", BrokenBackends::suffixAsPrefix),
                breakage("oddKeysAreDistinctAndExact", "", BrokenBackends::decodesKeys),
                breakage("oddKeysAreDistinctAndExact", "a//b", BrokenBackends::normalizesKeys),
                breakage("doneCompletesAfterTheLastByte", "done()", BrokenBackends::endsBeforeTheLastBytes),
                breakage("callsIntoTheSinkNeverOverlap", "another call was under way", BrokenBackends::overlapsCalls),
                breakage("cancelInTheBodyStopsIt", "bytes of a cancelled transfer", BrokenBackends::ignoresCancel),
                breakage("cancelInTheBodyStopsIt", "onBytes was under way", BrokenBackends::endsAtOnceOnCancel),
                breakage("cancelledTransfersGiveTheirConnectionsBack", "pool", BrokenBackends::leaksConnections),
                breakage("refusedBodiesGiveTheirConnectionsBack", "pool", BrokenBackends::leaksConnections),
                breakage("failedTransfersGiveTheirConnectionsBack", "pool", BrokenBackends::leaksConnections),
                breakage("thousandGetsLeakNoConnectionAndNoThread", "threads", BrokenBackends::leaksAThreadPerGet),
                breakage("refusedHeadEndsTheTransferWithoutABody", "", BrokenBackends::goesOnAfterRefusal),
                breakage("positionOfAChunkMayBeMovedOrLeft", "bytes of", BrokenBackends::trustsThePosition),
                breakage("missingObjectIsNotFound", "a raw", BrokenBackends::rawExceptions),
                breakage(
                        "missingObjectIsNotFound",
                        "secret",
                        b -> BrokenBackends.namesASecret(b, BrokenContract.SECRET)),
                breakage("rangeBehindTheEndIsOutOfBounds", "kind", BrokenBackends::retriesEndOfObject),
                breakage("failedRequestsAreSentOnce", "requests", BrokenBackends::retries),
                breakage("requestsAfterCloseFailThroughTheirStages", "get() threw", BrokenBackends::throwsAfterClose),
                breakage("suppliedClientStaysOpen", "supplied client", PassingBackend::new),
                breakage("headAndGetAgreeOnLengthAndVersion", "version to pin", BrokenBackends::stripsQuotesInHead),
                breakage("encodedObjectIsNotDecoded", "", BrokenBackends::decompresses));
    }

    private static Arguments breakage(String check, String reason, UnaryOperator<ObjectStoreBackend> broken) {
        return Arguments.of(check, reason, broken);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("breakages")
    void checkFailsForTheBrokenBackend(String check, String reason, UnaryOperator<ObjectStoreBackend> broken) {
        BrokenContract.breakage = broken;
        Events tests = run(check);
        assertThat(tests.failed().count()).as("failures of %s", check).isEqualTo(1);
        Throwable failure = tests.failed().stream()
                .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
                .flatMap(result -> result.getThrowable().stream())
                .findFirst()
                .orElseThrow();
        assertThat(failure).isInstanceOf(AssertionError.class).hasStackTraceContaining(reason);
    }

    private static Events run(String check) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(BrokenContract.class, check))
                .execute()
                .testEvents();
    }
}
