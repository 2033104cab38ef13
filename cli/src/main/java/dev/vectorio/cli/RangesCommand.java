package dev.vectorio.cli;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code vio ranges}: raw ranges of any object, and what they cost. */
@Command(
        name = "ranges",
        mixinStandardHelpOptions = true,
        description = "Reads byte ranges of any object and prints the SHA-256 of each.",
        footer = {
            "",
            "A range is digested as soon as its last byte is in, so that many large ones fit into memory.",
            "",
            "Examples:",
            "  vio ranges s3://bucket/key 0+4096,1048576+8192",
            "  vio ranges file:data.bin 0+1000000 --json"
        })
final class RangesCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli, like the next three
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Vio vio;

    @Parameters(
            index = "0",
            paramLabel = "URI",
            description = "s3://bucket/key, gs://bucket/key, abfs://container@account.dfs.core.windows.net/path, "
                    + "file:path or a plain path.")
    @SuppressWarnings("NullAway.Init")
    private String uri;

    @Parameters(
            index = "1",
            paramLabel = "OFFSET+LENGTH,...",
            converter = RangesConverter.class,
            description = "Ranges in bytes, in any order; they may overlap. Each at most 2,147,483,647 long.")
    @SuppressWarnings("NullAway.Init")
    private Ranges wanted;

    @Mixin
    private final LengthArgument length = new LengthArgument();

    @Mixin
    private final StoreArguments store = new StoreArguments();

    @Mixin
    private final OutputArguments output = new OutputArguments();

    @Override
    public Integer call() throws IOException {
        ObjectLocation location = store.location(uri);
        long bytes = wanted.list().stream().mapToLong(ByteRange::length).sum();
        RequestTimes times = new RequestTimes();
        long start = System.nanoTime();
        try (VectorIo io = store.connect(location, times);
                RangeReader reader = learned(io, length.known(location));
                VectoredRead read = reader.readVectored(wanted.list())) {
            Progress.Meter meter =
                    new Progress.Meter("reading", bytes, () -> io.stats().fetchedBytes());
            List<String> digests = Progress.watch(vio.screen(), meter, () -> digests(read));
            Duration wall = Duration.ofNanos(System.nanoTime() - start);
            print(location, digests, ReadTotals.of(io, times, wall));
        }
        return 0;
    }

    /** A range that does not fit into the budget is asked for when it is certain that it lies inside the object. */
    private RangeReader learned(VectorIo io, KnownObject object) throws IOException {
        long budget = io.options().effectiveMemoryBudgetBytes();
        RangeReader reader = io.open(object);
        try {
            if (wanted.list().stream().anyMatch(range -> range.length() > budget)) {
                await(reader.metadata());
            }
            return reader;
        } catch (Throwable t) {
            reader.close();
            throw t;
        }
    }

    private static List<String> digests(VectoredRead read) throws IOException {
        List<CompletableFuture<String>> digests = new ArrayList<>(read.size());
        for (int i = 0; i < read.size(); i++) {
            digests.add(read.result(i).thenApply(RangesCommand::digest));
        }
        List<String> texts = new ArrayList<>(digests.size());
        for (CompletableFuture<String> digest : digests) {
            texts.add(await(digest));
        }
        return texts;
    }

    private static <T> T await(CompletableFuture<T> digest) throws IOException {
        try {
            return digest.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
    }

    private static String digest(RangeResult result) {
        try (result) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(result.buffer());
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void print(ObjectLocation location, List<String> digests, ReadTotals totals) {
        if (output.json) {
            List<JsonObject> each = new ArrayList<>();
            for (int i = 0; i < digests.size(); i++) {
                each.add(new JsonObject()
                        .put("offset", wanted.list().get(i).offset())
                        .put("length", wanted.list().get(i).length())
                        .put("sha256", digests.get(i)));
            }
            JsonObject json = new JsonObject().put("uri", location.toString()).put("ranges", each);
            spec.commandLine().getOut().println(totals.addTo(json));
            return;
        }
        StringBuilder text = new StringBuilder(location.toString());
        for (int i = 0; i < digests.size(); i++) {
            ByteRange range = wanted.list().get(i);
            text.append(String.format(Locale.ROOT, "%n%s  %,d+%,d", digests.get(i), range.offset(), range.length()));
        }
        spec.commandLine().getOut().println(text.append(System.lineSeparator()).append(totals.text()));
    }

    /** One argument, whatever is in it: picocli takes a list for several. */
    record Ranges(List<ByteRange> list) {}

    /** Reads {@code OFFSET+LENGTH,...}. */
    static final class RangesConverter implements ITypeConverter<Ranges> {
        @Override
        public Ranges convert(String text) {
            return new Ranges(Arrays.stream(text.split(",", -1))
                    .map(RangesConverter::range)
                    .toList());
        }

        private static ByteRange range(String text) {
            if (!text.matches("\\d{1,19}\\+\\d{1,19}")) {
                throw new TypeConversionException("'" + text + "' is not OFFSET+LENGTH, such as 0+4096");
            }
            int plus = text.indexOf('+');
            try {
                ByteRange range =
                        ByteRange.of(Long.parseLong(text.substring(0, plus)), Long.parseLong(text.substring(plus + 1)));
                if (range.length() > Integer.MAX_VALUE) {
                    throw new TypeConversionException("'" + text + "' is longer than " + Integer.MAX_VALUE + " bytes");
                }
                return range;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' does not fit 64 bits");
            }
        }
    }
}
