package dev.vectorio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.Objective;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.AdaptivePlanner;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.StoreProfile;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorIoOptionsTest {
    /** For every key another legal value than the default. */
    private static final Map<String, String> OTHER_VALUES = new LinkedHashMap<>();

    static {
        OTHER_VALUES.put("vectorio.audit-tag", "team/nightly-7");
        OTHER_VALUES.put("vectorio.max-gap-bytes", "-1");
        OTHER_VALUES.put("vectorio.max-waste-ratio", "2.25");
        OTHER_VALUES.put("vectorio.waste-exempt-gap-bytes", "0");
        OTHER_VALUES.put("vectorio.max-request-bytes", "16MiB");
        OTHER_VALUES.put("vectorio.min-split-bytes", "2MiB");
        OTHER_VALUES.put("vectorio.whole-object-bytes", "4097");
        OTHER_VALUES.put("vectorio.tail-bytes", "100KiB");
        OTHER_VALUES.put("vectorio.unknown-length-first-bytes", "200KiB");
        OTHER_VALUES.put("vectorio.max-concurrent-requests", "100");
        OTHER_VALUES.put("vectorio.max-concurrent-requests-per-reader", "99");
        OTHER_VALUES.put("vectorio.memory-budget-bytes", "1GiB");
        OTHER_VALUES.put("vectorio.prefetch.budget-share", "0.25");
        OTHER_VALUES.put("vectorio.retry.max-attempts", "7");
        OTHER_VALUES.put("vectorio.retry.base-delay", "150ms");
        OTHER_VALUES.put("vectorio.retry.max-delay", "3s");
        OTHER_VALUES.put("vectorio.first-byte-timeout", "2s");
        OTHER_VALUES.put("vectorio.idle-timeout", "PT0.0000005S");
        OTHER_VALUES.put("vectorio.deadline", "60s");
        OTHER_VALUES.put("vectorio.hedge.enabled", "true");
        OTHER_VALUES.put("vectorio.hedge.max-ratio", "0.01");
        OTHER_VALUES.put("vectorio.hedge.delay", "80ms");
        OTHER_VALUES.put("vectorio.range-ignored-skip-limit", "1MiB");
        OTHER_VALUES.put("vectorio.version-check", "warn");
        OTHER_VALUES.put("vectorio.version-pin", "version-id");
        OTHER_VALUES.put("vectorio.length-mismatch", "fail");
        OTHER_VALUES.put("vectorio.planner", "adaptive");
        OTHER_VALUES.put("vectorio.objective", "balanced");
        OTHER_VALUES.put("vectorio.profile.first-byte", "31ms");
        OTHER_VALUES.put("vectorio.profile.connection-bandwidth", "60MiB");
        OTHER_VALUES.put("vectorio.profile.total-bandwidth", "1GiB");
        OTHER_VALUES.put("vectorio.look-ahead.enabled", "false");
        OTHER_VALUES.put("vectorio.enabled", "false");
    }

    private static final VectorIoOptions OTHERS = VectorIoOptions.defaults()
            .withAuditTag("team/nightly-7")
            .withMaxGapBytes(-1)
            .withMaxWasteRatio(2.25)
            .withWasteExemptGapBytes(0)
            .withMaxRequestBytes(16 << 20)
            .withMinSplitBytes(2 << 20)
            .withWholeObjectBytes(4097)
            .withTailBytes(100 << 10)
            .withUnknownLengthFirstBytes(200 << 10)
            .withMaxConcurrentRequests(100)
            .withMaxConcurrentRequestsPerReader(99)
            .withMemoryBudgetBytes(1 << 30)
            .withPrefetchBudgetShare(0.25)
            .withRetry(new RetryPolicy(7, Duration.ofMillis(150), Duration.ofSeconds(3)))
            .withFirstByteTimeout(Duration.ofSeconds(2))
            .withIdleTimeout(Duration.ofNanos(500))
            .withDeadline(Duration.ofMinutes(1))
            .withHedge(new HedgePolicy(true, 0.01, Optional.of(Duration.ofMillis(80))))
            .withRangeIgnoredSkipLimit(1 << 20)
            .withVersionCheck(VersionCheck.WARN)
            .withVersionPin(VersionPin.VERSION_ID)
            .withLengthMismatch(LengthMismatch.FAIL)
            .withPlanner(VectorIoOptions.Planner.ADAPTIVE)
            .withObjective(Objective.BALANCED)
            .withProfileFirstByte(Duration.ofMillis(31))
            .withProfileConnectionBandwidth(60 << 20)
            .withProfileTotalBandwidth(1 << 30)
            .withLookAheadEnabled(false)
            .withEnabled(false);

    private static VectorIoOptions with(String key, String value) {
        return VectorIoOptions.from(Map.of("vectorio." + key, value));
    }

    @Test
    @DisplayName("B68 defaults are the documented ones")
    void hasTheDefaultsOfTheDesign() {
        assertThat(VectorIoOptions.defaults())
                .isEqualTo(new VectorIoOptions(
                        Optional.empty(),
                        524_288,
                        1.0,
                        131_072,
                        8_388_608,
                        1_048_576,
                        3_145_728,
                        OptionalLong.empty(),
                        1_048_576,
                        64,
                        32,
                        OptionalLong.empty(),
                        0.5,
                        new RetryPolicy(5, Duration.ofMillis(100), Duration.ofSeconds(5)),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Optional.empty(),
                        new HedgePolicy(false, 0.05, Optional.empty()),
                        0,
                        VersionCheck.STRICT,
                        VersionPin.ETAG,
                        LengthMismatch.ADOPT,
                        VectorIoOptions.Planner.FIXED,
                        Objective.TIME,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        true,
                        true));
        assertThat(VectorIoOptions.from(Map.of())).isEqualTo(VectorIoOptions.defaults());
    }

    @Test
    void mapsEveryKeyToItsOwnComponent() {
        assertThat(OTHER_VALUES)
                .containsOnlyKeys(VectorIoOptions.defaults().toProperties().keySet());
        assertThat(VectorIoOptions.from(OTHER_VALUES)).isEqualTo(OTHERS);
        OTHER_VALUES.forEach((key, value) -> {
            Map<String, String> expected = VectorIoOptions.defaults().toProperties();
            expected.put(key, value);
            assertThat(VectorIoOptions.from(Map.of(key, value)).toProperties()).isEqualTo(expected);
        });
    }

    @Test
    void printsWhatItParses() {
        assertThat(OTHERS.toProperties()).isEqualTo(OTHER_VALUES);
        assertThat(VectorIoOptions.from(VectorIoOptions.defaults().toProperties()))
                .isEqualTo(VectorIoOptions.defaults());
    }

    @Test
    void namesEachKeyAfterItsComponent() {
        List<String> keys = OptionTable.ALL.stream().map(Option::key).toList();
        List<String> nested = List.of("retry", "hedge");
        for (RecordComponent component : VectorIoOptions.class.getRecordComponents()) {
            if (nested.contains(component.getName())) {
                Arrays.stream(component.getType().getRecordComponents())
                        .forEach(part -> assertThat(keys).contains(component.getName() + "." + kebab(part.getName())));
            } else {
                String plain = kebab(component.getName());
                String dotted = plain.replaceFirst("^(prefetch|profile|look-ahead)-", "$1.");
                assertThat(keys).contains(dotted);
            }
        }
        long components = Arrays.stream(VectorIoOptions.class.getRecordComponents())
                .mapToLong(c -> nested.contains(c.getName()) ? c.getType().getRecordComponents().length : 1)
                .sum();
        assertThat(keys).doesNotHaveDuplicates().hasSize((int) components);
    }

    private static String kebab(String component) {
        return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void checksEveryComponentInTheConstructorToo() {
        VectorIoOptions options = VectorIoOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withMaxRequestBytes(0))
                .withMessageContaining("vectorio.max-request-bytes=0:");
        assertThatIllegalArgumentException().isThrownBy(() -> options.withAuditTag("two words"));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxGapBytes(-2));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxWasteRatio(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withWasteExemptGapBytes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMinSplitBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withWholeObjectBytes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withTailBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withUnknownLengthFirstBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxConcurrentRequests(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxConcurrentRequestsPerReader(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMemoryBudgetBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withPrefetchBudgetShare(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withFirstByteTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withIdleTimeout(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withDeadline(Duration.ofDays(366)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withRangeIgnoredSkipLimit(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withRetry(new RetryPolicy(1, Duration.ZERO, Duration.ofDays(400))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withHedge(new HedgePolicy(true, 0.05, Optional.of(Duration.ofDays(400)))))
                .withMessageContaining("vectorio.hedge.delay=");
    }

    @ParameterizedTest
    @DisplayName("B68 sizes are read as they are written")
    @CsvSource({
        "131072, 131072",
        "128K, 131072",
        "128KiB, 131072",
        "2M, 2097152",
        "2MiB, 2097152",
        "1048576, 1048576",
        "3G, 3221225472",
        "1TiB, 1099511627776",
        "0, 0",
        "-1, -1",
        "' 7 ', 7"
    })
    void readsSizes(String text, long bytes) {
        assertThat(with("max-gap-bytes", text).maxGapBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "-2",
                "-1K",
                "+5",
                "1.5M",
                "128KB",
                "128k",
                "1 M",
                "M",
                "0x10",
                "1e6",
                "9223372036854775808",
                "8388608T",
                "99999999999999999999",
                "auto",
                "٣"
            })
    void refusesWhatIsNoSize(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("max-gap-bytes", text))
                .withMessage("vectorio.max-gap-bytes=" + text
                        + ": must be `-1`, `0` or a size such as `131072`, `128K` or `2MiB`");
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "2s, PT2S",
        "3m, PT3M",
        "1h, PT1H",
        "PT5S, PT5S",
        "PT1M30S, PT1M30S",
        "PT0.000001S, PT0.000001S",
        "8760h, PT8760H"
    })
    void readsTimes(String text, Duration time) {
        assertThat(with("idle-timeout", text).idleTimeout()).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "0s", "-1s", "PT-5S", "1.5s", "5 s", "5S", "1d", "8761h", "none", "soon", "", "PT"})
    void refusesWhatIsNoTime(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("idle-timeout", text))
                .withMessageStartingWith("vectorio.idle-timeout=" + text + ": must be a time");
    }

    @ParameterizedTest
    @DisplayName("B39 B68 malformed values are refused with key and value")
    @CsvSource({
        "max-request-bytes, 0",
        "max-request-bytes, -1",
        "tail-bytes, 0",
        "tail-bytes, none",
        "memory-budget-bytes, 0",
        "max-concurrent-requests, 0",
        "max-concurrent-requests, 2147483648",
        "max-concurrent-requests, 9999999999",
        "max-waste-ratio, -0.5",
        "max-waste-ratio, NaN",
        "max-waste-ratio, 1e3",
        "max-waste-ratio, 1d",
        "prefetch.budget-share, 1.1",
        "retry.max-attempts, 0",
        "retry.max-attempts, 51",
        "retry.base-delay, 100",
        "hedge.enabled, on",
        "hedge.max-ratio, 2",
        "hedge.delay, 0s",
        "enabled, TRUE",
        "enabled, yes",
        "enabled, ''",
        "look-ahead.enabled, 0",
        "version-check, Strict",
        "version-check, none",
        "version-pin, version_id",
        "planner, quick",
        "objective, speed",
        "audit-tag, two words",
        "audit-tag, a(b)",
        "audit-tag, ''",
        "audit-tag, 'a\nb'",
        "audit-tag, größe"
    })
    void refusesIllegalValuesNamingKeyAndValue(String key, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(key, value))
                .withMessageStartingWith("vectorio." + key + "=" + value + ": must be ");
    }

    @Test
    void boundsTheAuditTag() {
        assertThat(with("audit-tag", "x".repeat(64)).auditTag()).hasValue("x".repeat(64));
        assertThat(with("audit-tag", "none").auditTag()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> with("audit-tag", "x".repeat(65)));
        for (char c = 0; c < 300; c++) {
            boolean legal = c > ' ' && c < 127 && c != '(' && c != ')';
            String tag = "a" + c + "b";
            if (legal) {
                assertThat(with("audit-tag", tag).auditTag()).hasValue(tag);
            } else {
                assertThatIllegalArgumentException().isThrownBy(() -> with("audit-tag", tag));
            }
        }
    }

    @Test
    void takesAStoreForWhatItsSchemeIsUnlessToldOtherwise() {
        assertThat(VectorIoOptions.defaults().profileOf("gs")).isEqualTo(StoreProfile.gcs());
        StoreProfile told = OTHERS.profileOf("s3");
        assertThat(told.firstByte()).isEqualTo(Duration.ofMillis(31));
        assertThat(told.firstByteTail()).isEqualTo(Duration.ofNanos(71_538_462)); // 60 ms by 31 / 26
        assertThat(told.connectionBytesPerSecond()).isEqualTo(60 << 20);
        assertThat(told.totalBytesPerSecond()).isEqualTo(1 << 30);
        assertThat(told.concurrency()).isEqualTo(100);
    }

    @Test
    void makesThePlannerThatWasAskedFor() {
        assertThat(VectorIoOptions.defaults().newPlanner()).isInstanceOf(CoalescingPlanner.class);
        assertThat(with("planner", "adaptive").newPlanner()).isInstanceOf(AdaptivePlanner.class);
    }

    @ParameterizedTest
    @CsvSource({
        "max-gap-byte, max-gap-bytes",
        "max-gap, max-gap-bytes",
        "retry.attempts, retry.max-attempts",
        "maxRequestBytes, max-request-bytes",
        "lookahead.enabled, look-ahead.enabled",
        "Enabled, enabled"
    })
    void refusesUnknownKeysNamingTheNearestKnownOne(String key, String nearest) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(key, "1"))
                .withMessage("vectorio." + key + "=1: unknown key; the nearest known one is vectorio." + nearest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s3", "s4.endpoint", "S3.endpoint", "parquet.x", ".enabled"})
    void refusesKeysThatNoModuleOwns(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(key, "1"))
                .withMessageStartingWith("vectorio." + key + "=1: unknown key");
    }

    @Test
    void hidesTheValueOfAnUnknownKeyThatSoundsLikeASecret() {
        for (String key : List.of("secret-access-key", "sessionToken", "adls-sas", "password", "account.key")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> with(key, "hush"))
                    .withMessageStartingWith("vectorio." + key + "=...: unknown key")
                    .withMessageNotContaining("hush");
        }
    }

    @Test
    void leavesKeysOfOthersAlone() {
        Map<String, String> properties = Map.of(
                "fs.s3a.endpoint", "x",
                "max-gap-bytes", "abc",
                "vectorio", "x",
                "vectorio.s3.endpoint", "x",
                "vectorio.gcs.x", "",
                "vectorio.adls.x", "x",
                "vectorio.hadoop.x", "x",
                "vectorio.iceberg.x", "x",
                "vectorio.test.x", "x",
                "vectorio.max-gap-bytes", "4K");
        assertThat(VectorIoOptions.from(properties))
                .isEqualTo(VectorIoOptions.defaults().withMaxGapBytes(4096));
    }

    @ParameterizedTest
    @CsvSource({
        "min-split-bytes, 9MiB, max-request-bytes, 8MiB",
        "max-concurrent-requests-per-reader, 5, max-concurrent-requests, 4",
        "whole-object-bytes, 2MiB, memory-budget-bytes, 1MiB",
        "tail-bytes, 2MiB, memory-budget-bytes, 1MiB",
        "unknown-length-first-bytes, 2MiB, memory-budget-bytes, 1MiB",
        "retry.base-delay, 6s, retry.max-delay, 5s"
    })
    void refusesTwoGivenValuesThatContradictEachOther(String small, String much, String large, String little) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorIoOptions.from(Map.of("vectorio." + small, much, "vectorio." + large, little)))
                .withMessage(
                        "vectorio." + small + "=" + much + " must not be more than vectorio." + large + "=" + little);
        VectorIoOptions.from(Map.of("vectorio." + small, much, "vectorio." + large, much)); // equality is legal
    }

    @Test
    void letsADefaultYieldToAGivenValue() {
        assertThat(with("max-concurrent-requests", "4").maxConcurrentRequestsPerReader())
                .isEqualTo(32);
        assertThat(with("max-request-bytes", "64K").minSplitBytes()).isEqualTo(1 << 20);
        assertThat(with("memory-budget-bytes", "64K").wholeObjectBytes()).isEqualTo(3 << 20);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("retry.max-delay", "50ms"))
                .withMessage("vectorio.retry.base-delay=100ms must not be more than vectorio.retry.max-delay=50ms");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1000, 1000",
        "65535, 65535",
        "65537, 65536",
        "65536999, 65536",
        "65537000, 65537",
        "400000000, 400000",
        "1048576000, 1048576",
        "1048577000, 1048576",
        "9223372036854775807, 1048576"
    })
    void takesAThousandthOfTheLengthAsTail(long length, long tail) {
        assertThat(VectorIoOptions.defaults().tailBytesFor(length)).isEqualTo(tail);
    }

    @Test
    void takesTheGivenTailButNeverMoreThanTheObject() {
        VectorIoOptions options = VectorIoOptions.defaults().withTailBytes(100);
        assertThat(options.tailBytesFor(1L << 40)).isEqualTo(100);
        assertThat(options.tailBytesFor(99)).isEqualTo(99);
    }

    @Test
    void budgetsAQuarterOfASmallHeap() {
        VectorIoOptions options = VectorIoOptions.defaults();
        assertThat(options.effectiveMemoryBudgetBytes(256L << 20)).isEqualTo(64L << 20);
        assertThat(options.effectiveMemoryBudgetBytes(1L << 30)).isEqualTo(256L << 20);
        assertThat(options.effectiveMemoryBudgetBytes(Long.MAX_VALUE)).isEqualTo(256L << 20);
        assertThat(options.withMemoryBudgetBytes(5).effectiveMemoryBudgetBytes(1L << 30))
                .isEqualTo(5);
        assertThat(options.effectiveMemoryBudgetBytes()).isPositive();
    }

    @Test
    void returnsPropertiesThatNobodyElseSees() {
        VectorIoOptions.defaults().toProperties().clear();
        assertThat(VectorIoOptions.defaults().toProperties()).hasSize(OptionTable.ALL.size());
    }
}
