package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.HttpRefusal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpRefusalTest {
    @Test
    void statusThatNobodyListsCountsAsTheFirstOfItsClass() {
        assertThat(HttpRefusal.kindOf(399)).isEqualTo(HttpRefusal.kindOf(300)).isEqualTo(Kind.UNSUPPORTED);
        assertThat(HttpRefusal.kindOf(499)).isEqualTo(HttpRefusal.kindOf(400)).isEqualTo(Kind.UNSUPPORTED);
        assertThat(HttpRefusal.kindOf(599)).isEqualTo(HttpRefusal.kindOf(500)).isEqualTo(Kind.TRANSIENT);
    }

    @Test
    void whatIsNoRefusalIsNotWhatHttpAllows() {
        for (int status : new int[] {200, 204, 299, 304}) {
            assertThat(HttpRefusal.kindOf(status)).as("HTTP %d", status).isEqualTo(Kind.PROTOCOL);
        }
    }

    @Test
    void whatAnotherAnswerMayHaveLeftOnAConnectionIsTriedAgain() {
        for (int status : new int[] {0, 99, 100, 101, 199, 600, 999}) {
            assertThat(HttpRefusal.kindOf(status)).as("HTTP %d", status).isEqualTo(Kind.TRANSIENT);
        }
    }

    @Test
    void wordsNameThePauseThatIsAskedFor() {
        StoreAnswer busy = StoreAnswer.ofStatus(503).withRetryAfter(Optional.of(Duration.ofDays(1)));
        assertThat(HttpRefusal.words(busy)).isEqualTo("HTTP 503, asks for a pause of 86400 s");
    }

    @Test
    void onlyWhatMayPassIsTriedAgain() {
        for (int status = 200; status < 600; status++) {
            boolean mayPass = status == 408 || status == 409 || status == 429 || status >= 500;
            boolean never = status == 501 || status == 505;
            assertThat(HttpRefusal.kindOf(status).isRetryable())
                    .as("HTTP %d", status)
                    .isEqualTo(mayPass && !never);
        }
    }

    @Test
    void wordsNameStatusCodeAndRequestId() {
        StoreAnswer bare = StoreAnswer.ofStatus(404);
        assertThat(HttpRefusal.words(bare)).isEqualTo("HTTP 404");
        assertThat(HttpRefusal.words(bare.withCode(Optional.of("NoSuchKey"), Optional.of("7F"))))
                .isEqualTo("HTTP 404 NoSuchKey (request id 7F)");
    }

    @Test
    void pauseIsSecondsOrADateThatIsStillToCome() {
        Instant now = Instant.parse("2030-01-02T03:04:05Z");
        String later =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusSeconds(90).atOffset(ZoneOffset.UTC));
        assertThat(HttpRefusal.retryAfter(" 7 ", now)).isEqualTo(Optional.of(Duration.ofSeconds(7)));
        assertThat(HttpRefusal.retryAfter(later, now)).isEqualTo(Optional.of(Duration.ofSeconds(90)));
        assertThat(HttpRefusal.retryAfter(later, now.plusSeconds(91))).isEmpty();
        assertThat(HttpRefusal.retryAfter("soon", now)).isEmpty();
        assertThat(HttpRefusal.retryAfter("9999999999", now)).isEmpty();
    }
}
