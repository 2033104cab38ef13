package dev.vectorio.hadoop.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Runs after the suites and reads their reports: contract suites skip all of their tests without a word if something in
 * their configuration is missing.
 */
class EverySuiteRan {
    private static final Pattern TEST = Pattern.compile("<testcase ");
    private static final Pattern SKIPPED = Pattern.compile("<skipped");
    private static final Pattern FAILED = Pattern.compile("<(failure|error)[ >]");

    /** Each suite, and how often it runs each of its tests. */
    private static final Map<Class<?>, Integer> SUITES = Map.ofEntries(
            Map.entry(LocalVectoredReadContractTest.class, 2),
            Map.entry(LocalSeekContractTest.class, 1),
            Map.entry(LocalOpenContractTest.class, 1),
            Map.entry(LocalUnbufferContractTest.class, 1),
            Map.entry(LocalStreamStatisticsContractTest.class, 1),
            Map.entry(LocalFileStatusContractTest.class, 1),
            Map.entry(S3aVectoredReadContractTest.class, 2),
            Map.entry(S3aSeekContractTest.class, 1),
            Map.entry(S3aOpenContractTest.class, 1),
            Map.entry(S3aUnbufferContractTest.class, 1),
            Map.entry(S3aStreamStatisticsContractTest.class, 1));

    @Test
    void everyTestOfEverySuiteRan() throws Exception {
        List<Class<?>> suites = SUITES.keySet().stream()
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .toList();
        for (Class<?> suite : suites) {
            String report = Files.readString(Path.of(
                    System.getProperty("vectorio.contract.reports", "target/surefire-reports"),
                    "TEST-" + suite.getName() + ".xml"));
            long ran = count(TEST, report) - count(SKIPPED, report) - count(FAILED, report);
            long has = testsOf(suite) * SUITES.getOrDefault(suite, 1);
            System.out.println(suite.getSimpleName() + ": " + ran + " of " + has + " tests ran");
            assertThat(ran).as("tests of " + suite.getName() + " that ran").isGreaterThanOrEqualTo(has);
        }
    }

    private static long count(Pattern pattern, String report) {
        return pattern.matcher(report).results().map(MatchResult::group).count();
    }

    // JUnit 4's and JUnit 5's annotation alike
    private static long testsOf(Class<?> suite) {
        return Arrays.stream(suite.getMethods())
                .filter(method -> isAnnotated(method, "Test"))
                .count();
    }

    private static boolean isAnnotated(Method method, String name) {
        for (Annotation annotation : method.getAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
