package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {
    @ParameterizedTest
    @CsvSource({
        "s3, 30 ms to first byte, 60 MB/s, Transfer Manager",
        "gcs, 60 ms to first byte, 50 MB/s, put into the store",
        "adls, 30 ms to first byte, 60 MB/s, put into the store"
    })
    void showsBothWaysWithTheStoresCountsAndLeavesNothingBehind(
            String store, String firstByte, String bandwidth, String staging) throws Exception {
        Set<Path> before = leftovers();
        Outcome outcome = Outcome.of("demo", "--scale", "0.1", "--store", store);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(leftovers()).isEqualTo(before);

        List<String> plain = lines(outcome, "  plain");
        List<String> ours = lines(outcome, "  vector-io");
        assertThat(plain).hasSize(3);
        assertThat(ours).hasSize(3);
        assertThat(counts(plain.get(0))).startsWith("120", "40");
        assertThat(counts(ours.get(0))).startsWith("40", "0");
        assertThat(counts(plain.get(1))).startsWith("3", "1");
        assertThat(counts(plain.get(2))).startsWith("98", "1");
        assertThat(ours).allSatisfy(line -> assertThat(counts(line).get(1)).isEqualTo("0"));
        assertThat(plain).allSatisfy(line -> assertThat(counts(line).get(4)).isEqualTo("1"));
        assertThat(outcome.out()).contains("seed ", firstByte, bandwidth, "400 MB/s", staging);
    }

    @Test
    void unknownStoresAreRefused() {
        Outcome.of("demo", "--store", "ftp").assertFails(2, "--store ftp", "s3, gcs, adls");
    }

    private static List<String> lines(Outcome outcome, String start) {
        return outcome.out().lines().filter(line -> line.startsWith(start)).toList();
    }

    private static List<String> counts(String line) {
        return List.of(line.strip().split(" +", -1)).subList(1, 6);
    }

    private static Set<Path> leftovers() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("vio-demo-"))
                    .collect(Collectors.toSet());
        }
    }
}
