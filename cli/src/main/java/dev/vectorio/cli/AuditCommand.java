package dev.vectorio.cli;

import dev.vectorio.cli.audit.AccessRecord;
import dev.vectorio.cli.audit.Audit;
import dev.vectorio.cli.audit.RequestCounts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code vio audit}: what access logs say of requests per object. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Counts GETs, HEADs and bytes per object in access logs of stores.",
        footer = {
            "",
            "Reads S3 server access logs, usage logs of Google Cloud Storage, Azure Storage Analytics logs and the",
            "log of the simulated store, of any size, as text or .gz; - is standard input. Lines that are not",
            "understood are counted.",
            "",
            "Examples:",
            "  vio audit logs/*",
            "  vio audit --by object --top 50 logs/*",
            "  vio audit --before S3FileIO --after nightly-job logs/*"
        })
final class AuditCommand implements Callable<Integer> {
    private static final String BEFORE = "before";
    private static final String AFTER = "after";

    /** By what requests are grouped. */
    enum By {
        CLIENT,
        TAG,
        AGENT,
        OBJECT
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Logs; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "client|tag|agent|object",
            description =
                    "Group by client (vector-io with its audit-tag, or the first product of the user agent; the default), "
                            + "by audit-tag, by whole user agent, or by object.")
    private By by = By.CLIENT;

    @Option(names = "--object", paramLabel = "TEXT", description = "Count only objects whose bucket/key contains this.")
    private String object = "";

    @Option(names = "--top", paramLabel = "N", description = "Print the N groups with most requests (default 20).")
    private int top = 20;

    @Option(names = "--before", paramLabel = "TEXT", description = "Compare: user agents that contain this ...")
    private @Nullable String before;

    @Option(names = "--after", paramLabel = "TEXT", description = "... with user agents that contain this.")
    private @Nullable String after;

    @Mixin
    private final OutputArguments output = new OutputArguments();

    @Override
    public Integer call() throws IOException {
        if ((before == null) != (after == null)) {
            throw new ParameterException(spec.commandLine(), "--before and --after belong together");
        }
        Audit audit = new Audit(record -> record.object().contains(object) && isCompared(record), this::group);
        for (String file : files) {
            try (BufferedReader log = open(file)) {
                audit.read(file, log);
            } catch (NoSuchFileException e) {
                throw new IOException(file + ": there is no such file", e);
            } catch (IOException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }
        PrintWriter err = spec.commandLine().getErr();
        audit.shownLines().forEach(err::println);
        PrintWriter out = spec.commandLine().getOut();
        if (output.json) {
            out.println(json(audit));
        } else {
            print(audit, out);
        }
        return 0;
    }

    private static BufferedReader open(String file) throws IOException {
        InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file));
        InputStream text = file.endsWith(".gz") ? new GZIPInputStream(in) : in;
        return new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    }

    private boolean isCompared(AccessRecord record) {
        return before == null
                || after == null
                || record.userAgent().contains(before)
                || record.userAgent().contains(after);
    }

    private String group(AccessRecord record) {
        if (before != null && after != null) {
            return record.userAgent().contains(after) ? AFTER : BEFORE;
        }
        return switch (by) {
            case CLIENT -> record.client();
            case TAG -> record.auditTag().isEmpty() ? "(no tag)" : record.auditTag();
            case AGENT -> record.userAgent();
            case OBJECT -> record.object();
        };
    }

    private List<Map.Entry<String, RequestCounts>> rows(Audit audit) {
        Comparator<Map.Entry<String, RequestCounts>> most = Comparator.comparingLong(
                row -> -(row.getValue().gets() + row.getValue().heads()));
        Comparator<Map.Entry<String, RequestCounts>> order = before == null
                ? most.thenComparing(Map.Entry::getKey)
                : Map.Entry.<String, RequestCounts>comparingByKey().reversed();
        return audit.groups().entrySet().stream().sorted(order).limit(top).toList();
    }

    private void print(Audit audit, PrintWriter out) {
        List<Map.Entry<String, RequestCounts>> rows = rows(audit);
        int width = rows.stream().mapToInt(row -> row.getKey().length()).max().orElse(0);
        String name = "%-" + Math.max(width, by.name().length()) + "s";
        String head = name + " %9s %11s %11s %9s %8s %17s %9s %9s %9s%n";
        String form = name + " %,9d %,11d %,11d %,9d %,8d %,17d %9.2f %9.2f %9.2f%n";
        out.printf(
                Locale.ROOT,
                head,
                before == null ? by.name().toLowerCase(Locale.ROOT) : "",
                "objects",
                "GETs",
                "HEADs",
                "others",
                "failed",
                "bytes",
                "GET/obj",
                "HEAD/obj",
                "both/obj");
        for (Map.Entry<String, RequestCounts> row : rows) {
            RequestCounts c = row.getValue();
            out.printf(
                    Locale.ROOT,
                    form,
                    row.getKey(),
                    c.objects(),
                    c.gets(),
                    c.heads(),
                    c.others(),
                    c.failed(),
                    c.bytes(),
                    c.getsPerObject(),
                    c.headsPerObject(),
                    c.requestsPerObject());
        }
        RequestCounts first = audit.groups().get(BEFORE);
        RequestCounts second = audit.groups().get(AFTER);
        if (before != null && first != null && second != null) {
            out.printf(
                    Locale.ROOT,
                    "requests per object: %.2f -> %.2f, %.2f x%n",
                    first.requestsPerObject(),
                    second.requestsPerObject(),
                    first.requestsPerObject() == 0 ? 0 : second.requestsPerObject() / first.requestsPerObject());
        }
        int hidden = audit.groups().size() - rows.size();
        out.printf(
                Locale.ROOT,
                "%,d lines, %,d not understood%s%n",
                audit.lines(),
                audit.malformed(),
                hidden > 0 ? String.format(Locale.ROOT, ", %,d groups not shown", hidden) : "");
    }

    private JsonObject json(Audit audit) {
        List<JsonObject> groups = new ArrayList<>();
        for (Map.Entry<String, RequestCounts> row : rows(audit)) {
            RequestCounts counts = row.getValue();
            groups.add(new JsonObject()
                    .put("group", row.getKey())
                    .put("objects", counts.objects())
                    .put("requests.get", counts.gets())
                    .put("requests.head", counts.heads())
                    .put("requests.other", counts.others())
                    .put("requests.failed", counts.failed())
                    .put("bytes.fetched", counts.bytes())
                    .put("getsPerObject", counts.getsPerObject())
                    .put("headsPerObject", counts.headsPerObject())
                    .put("requestsPerObject", counts.requestsPerObject()));
        }
        return new JsonObject()
                .put("lines", audit.lines())
                .put("malformed", audit.malformed())
                .put("groups", groups);
    }
}
