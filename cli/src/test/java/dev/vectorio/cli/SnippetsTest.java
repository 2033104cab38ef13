package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of each page compiles, from its first line to its last: what a snippet uses, it or one before it defines. */
class SnippetsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET = Pattern.compile("(?s)```java\\R(.*?)```");
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
            assertThat(pages).contains(ROOT.resolve("README.md"), ROOT.resolve("docs/parquet.md"));
            return pages;
        }
    }

    private static String snippets(Path page) {
        try {
            Matcher found = SNIPPET.matcher(Files.readString(page));
            StringBuilder all = new StringBuilder();
            while (found.find()) {
                all.append(found.group(1));
            }
            return all.toString();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void javaOfThePageCompiles(Path page, @TempDir Path classes) {
        String source = HEAD + snippets(page) + "}}";
        JavaFileObject unit = new SimpleJavaFileObject(URI.create("string:///Page.java"), JavaFileObject.Kind.SOURCE) {
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
        assertThat(compiled).as("%s%n%s", page.getFileName(), said).isTrue();
    }
}
