package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.cli.files.WorkloadFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java of each page compiles, from its first line to its last: what a snippet uses, it or one before it defines. What is a
 * whole program compiles as it stands, and runs on a local file.
 */
class SnippetsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET = Pattern.compile("(?s)```java\\R(.*?)```");
    private static final Pattern PROGRAM = Pattern.compile("(?s)public class (\\w+) .*public static void main\\(");
    private static final String HEAD = """
            import dev.vectorio.*;
            import dev.vectorio.buffer.*;
            import dev.vectorio.model.*;
            import dev.vectorio.parquet.*;
            import java.nio.ByteBuffer;
            import java.util.*;
            import org.apache.parquet.ParquetReadOptions;
            import org.apache.parquet.column.page.PageReadStore;
            import org.apache.parquet.example.data.Group;
            import org.apache.parquet.filter2.compat.FilterCompat;
            import org.apache.parquet.filter2.predicate.FilterApi;
            import org.apache.parquet.hadoop.*;
            import org.apache.parquet.io.InputFile;
            import org.apache.parquet.schema.*;

            class Page {
                // the reader's own
                void decode(ByteRange range, ByteBuffer bytes) {}

                void run() throws Exception {
            """;

    static List<Path> pages() throws Exception {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<Path> pages = Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(page ->
                            page.toString().endsWith(".md") && !snippets(page).isEmpty())
                    .sorted()
                    .toList();
            assertThat(pages).contains(ROOT.resolve("docs/parquet.md"));
            return pages;
        }
    }

    private static String snippets(Path page) {
        return blocks(page).stream()
                .filter(block -> !PROGRAM.matcher(block).find())
                .collect(Collectors.joining());
    }

    private static List<String> blocks(Path page) {
        try {
            return SNIPPET.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> programs() throws Exception {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<String> programs = Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(page -> page.toString().endsWith(".md"))
                    .flatMap(page -> blocks(page).stream())
                    .filter(block -> PROGRAM.matcher(block).find())
                    .toList();
            assertThat(programs).as("whole programs").hasSizeGreaterThanOrEqualTo(2);
            return programs;
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsCompileAndRunOnALocalFile(String program, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("part-0.parquet");
        WorkloadFiles.small().write(file);
        Matcher name = PROGRAM.matcher(program);
        assertThat(name.find()).isTrue();
        compile(name.group(1), program, folder);
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
            classes.loadClass(name.group(1)).getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {"file:" + file, "c000,c001"});
        } finally {
            System.setOut(out);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).containsPattern("\\d+ (rows|bytes)");
    }

    @Test
    void theReadmeShowsNineLinesAtMost() {
        assertThat(blocks(ROOT.resolve("README.md")))
                .hasSize(2)
                .allMatch(block -> block.lines().count() <= 9);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void javaOfThePageCompiles(Path page, @TempDir Path classes) {
        compile("Page", HEAD + snippets(page) + "}}", classes);
    }

    private static void compile(String name, String source, Path classes) {
        JavaFileObject unit =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-d", classes.toString(), "-classpath", System.getProperty("java.class.path"));
        boolean compiled =
                compiler.getTask(said, null, null, options, null, List.of(unit)).call();
        assertThat(compiled).as("%s%n%s", source, said).isTrue();
    }
}
