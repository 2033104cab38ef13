package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/reliability.md} is the table of {@code reliability-cases.tsv} with the tests whose display names begin with
 * the numbers of the cases; {@code -Dvectorio.pages=write} writes it anew.
 */
class ReliabilityPageTest {
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).resolve("..").normalize();
    private static final Pattern NUMBERS = Pattern.compile("@DisplayName\\(\\s*\"((?:B\\d\\d )+)");
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");

    /** One line of the resource. */
    private record Case(String number, String seen, String done, String difference) {
        static Case of(String line) {
            String[] cells = line.split("\t", -1);
            return new Case(cells[0], cells[1], cells[2], cells[3]);
        }
    }

    private static List<Case> cases() throws IOException {
        try (InputStream in = ReliabilityPageTest.class.getResourceAsStream("reliability-cases.tsv")) {
            String text = new String(in == null ? new byte[0] : in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().skip(1).map(Case::of).toList();
        }
    }

    /** Tests by the number of their case, as {@code Type.method}. */
    private static SortedMap<String, SortedSet<String>> tests() throws IOException {
        SortedMap<String, SortedSet<String>> tests = new TreeMap<>();
        for (Path source : sources()) {
            String type = String.valueOf(source.getFileName()).replace(".java", "");
            String text = Files.readString(source);
            Matcher numbers = NUMBERS.matcher(text);
            Matcher method = METHOD.matcher(text);
            while (numbers.find() && method.find(numbers.end())) {
                for (String number : numbers.group(1).trim().split(" ", -1)) {
                    tests.computeIfAbsent(number, key -> new TreeSet<>()).add(type + "." + method.group(1));
                }
            }
        }
        return tests;
    }

    /** The test trees of all modules, and the suites that are published. */
    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                boolean other = name.equals("target") || (name.startsWith(".") && name.length() > 2);
                return other ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = ROOT.relativize(file).toString().replace('\\', '/');
                if (name.endsWith(".java")
                        && (name.contains("src/test/java/")
                                || name.startsWith("backend-testkit/src/main/java/dev/vectorio/testkit/"))) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private static String page(List<Case> cases, Map<String, SortedSet<String>> tests) {
        StringBuilder page = new StringBuilder("""
                # Reliability

                Fifty failures that people who read columnar files from object stores have reported in public, about other
                software; what vector-io does instead; and the tests that prove it. The suites `ReadCases`, `FaultCases` and
                `SimulatedStoreCases` run on every store that they fit: in memory and on local files, and over HTTP in the
                dialects of S3, Google Cloud Storage and Azure.

                This page is generated from the test tree. The build fails if a case has no test.

                | case | what users saw | what vector-io does | proven by |
                |---|---|---|---|
                """);
        for (Case one : cases) {
            String proofs = String.join(
                    "<br>",
                    tests.getOrDefault(one.number(), new TreeSet<>()).stream()
                            .map(test -> "`" + test + "`")
                            .toList());
            page.append("| %s | %s | %s | %s |\n".formatted(one.number(), one.seen(), one.done(), proofs));
        }
        page.append("\n## Details\n\n");
        cases.stream()
                .filter(one -> !one.difference().isEmpty())
                .forEach(one -> page.append("- **%s** %s\n".formatted(one.number(), one.difference())));
        return page.toString();
    }

    @Test
    void everyCaseHasATest() throws IOException {
        assertThat(tests().keySet())
                .containsAll(cases().stream().map(Case::number).toList());
    }

    @Test
    void everyNumberInADisplayNameIsACase() throws IOException {
        assertThat(cases().stream().map(Case::number)).containsAll(tests().keySet());
    }

    @Test
    void thereAreFiftyCasesEachOnce() throws IOException {
        assertThat(cases()).extracting(Case::number).hasSize(50).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void thePageSaysWhatTheTestsProve() throws IOException {
        String expected = page(cases(), tests());
        Path file = ROOT.resolve("docs/reliability.md");
        if (System.getProperty("vectorio.pages", "").equals("write")) {
            Files.writeString(file, expected);
        }
        String present = Files.exists(file) ? Files.readString(file) : "";
        assertThat(present)
                .as("docs/reliability.md; run this test with -Dvectorio.pages=write to write it anew")
                .isEqualTo(expected);
    }
}
