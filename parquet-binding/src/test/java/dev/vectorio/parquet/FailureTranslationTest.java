package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FailureTranslationTest {
    private final FailureTranslation translation = failure -> new IOException("of the caller's interface", failure);

    @Test
    void theCallersFutureIsDoneBeforeItsArrivalIs() {
        List<Boolean> seen = new ArrayList<>();
        CompletableFuture<ByteBuffer> failed = new CompletableFuture<>();
        CompletableFuture<ByteBuffer> arrival = translation.arrivalFor(failed);
        arrival.whenComplete((buffer, failure) -> seen.add(failed.isDone()));
        arrival.completeExceptionally(new IOException("reset"));
        CompletableFuture<ByteBuffer> filled = new CompletableFuture<>();
        CompletableFuture<ByteBuffer> second = translation.arrivalFor(filled);
        second.whenComplete((buffer, failure) -> seen.add(filled.isDone()));
        assertThat(second.complete(ByteBuffer.allocate(3))).isTrue();
        assertThat(seen).containsExactly(true, true);
        assertThatThrownBy(failed::get).cause().hasMessage("of the caller's interface");
    }

    @Test
    void aBufferThatNobodyTakesIsNotTaken() {
        CompletableFuture<ByteBuffer> given = new CompletableFuture<>();
        CompletableFuture<ByteBuffer> arrival = translation.arrivalFor(given);
        given.cancel(false);
        assertThat(arrival).isCancelled();
        assertThat(arrival.complete(ByteBuffer.allocate(3))).isFalse();
    }

    @Test
    void uncheckedTranslationsAreThrownAsTheyAre() {
        FailureTranslation unchecked = failure -> new UncheckedIOException((IOException) failure);
        assertThatThrownBy(() -> unchecked.call(() -> {
                    throw new IOException("reset");
                }))
                .isInstanceOf(UncheckedIOException.class);
    }
}
