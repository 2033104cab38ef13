package dev.vectorio.peers.access;

import dev.vectorio.hadoop.s3a.VectorIoStreamFactory;
import dev.vectorio.iceberg.VectorIoFileIO;
import dev.vectorio.perf.store.StoreKind;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The systems that are measured. Each stands with the defaults that its users get; only where the store is, is set. */
public enum Peer {
    /** The copies on the local disk. */
    LOCAL("local disk", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new LocalAccess();
        }
    },
    /** S3A's stream up to Hadoop 3.4.2. */
    S3A_CLASSIC("S3A classic", List.of(StoreKind.S3)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new HadoopAccess("s3a", with(Keys.s3a(endpoint), "fs.s3a.input.stream.type", "classic"));
        }
    },
    /** S3A's stream since. */
    S3A_ACCELERATOR("S3A + analytics accelerator", List.of(StoreKind.S3)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new HadoopAccess("s3a", with(Keys.s3a(endpoint), "fs.s3a.input.stream.type", "analytics"));
        }
    },
    /** Iceberg 1.11. */
    ICEBERG("Iceberg default", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new IcebergAccess(IcebergAccess.load(Keys.fileIO(kind), Keys.iceberg(kind, endpoint)));
        }
    },
    /** Iceberg 1.11 with the accelerator that its documents offer. */
    ICEBERG_ACCELERATOR("Iceberg + accelerator", List.of(StoreKind.S3, StoreKind.GCS)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            String key = kind == StoreKind.S3 ? "s3.analytics-accelerator.enabled" : "gcs.analytics-core.enabled";
            return new IcebergAccess(
                    IcebergAccess.load(Keys.fileIO(kind), with(Keys.iceberg(kind, endpoint), key, "true")));
        }
    },
    /** Iceberg 1.12, whose Parquet reader fetches files of up to 1 MiB whole. */
    ICEBERG_EAGER("Iceberg 1.12 (eager)", List.of(StoreKind.S3)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return ICEBERG.open(kind, endpoint);
        }
    },
    /** Google's connector for Hadoop. */
    GCS_CONNECTOR("GCS Hadoop connector", List.of(StoreKind.GCS)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new HadoopAccess("gs", Keys.gs(endpoint));
        }
    },
    /** Every file whole into one array, through Iceberg's own {@code FileIO}. */
    WHOLE_FILE("whole-file buffer", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new IcebergAccess(
                    new WholeFileIO(IcebergAccess.load(Keys.fileIO(kind), Keys.iceberg(kind, endpoint))));
        }
    },
    /** Iceberg's {@code FileIO} and a reader that guesses how long footers are. */
    FOOTER_HINT_64_KIB("footer hint of 64 KiB", List.of()) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return withHint(kind, endpoint, 64 << 10);
        }
    },
    /** The same with a larger guess. */
    FOOTER_HINT_512_KIB("footer hint of 512 KiB", List.of()) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return withHint(kind, endpoint, 512 << 10);
        }
    },
    /** This library as a plain input file. */
    VECTOR_IO_INPUT_FILE("vector-io InputFile", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new VectorIoAccess(kind, endpoint, false);
        }
    },
    /** This library through its own opener. */
    VECTOR_IO_PARQUET("vector-io VectorIoParquet", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new VectorIoAccess(kind, endpoint, true);
        }
    },
    /** This library as S3A's stream. */
    VECTOR_IO_S3A("vector-io S3A stream", List.of(StoreKind.S3)) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            Map<String, String> keys = with(Keys.s3a(endpoint), "fs.s3a.input.stream.type", "custom");
            return new HadoopAccess(
                    "s3a", with(keys, "fs.s3a.input.stream.custom.factory", VectorIoStreamFactory.class.getName()));
        }
    },
    /** This library as a {@code FileIO}. */
    VECTOR_IO_ICEBERG("vector-io Iceberg", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new IcebergAccess(IcebergAccess.load(VectorIoFileIO.class.getName(), Keys.iceberg(kind, endpoint)));
        }
    },
    /** The same with its lists of files to come switched off. */
    VECTOR_IO_ICEBERG_NO_LOOK_AHEAD("vector-io Iceberg, no look-ahead", List.of(StoreKind.values())) {
        @Override
        public Access open(StoreKind kind, URI endpoint) {
            return new IcebergAccess(IcebergAccess.load(
                    VectorIoFileIO.class.getName(),
                    with(Keys.iceberg(kind, endpoint), "vectorio.iceberg.look-ahead-files", "0")));
        }
    };

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<StoreKind> stores;

    Peer(String title, List<StoreKind> stores) {
        this.title = title;
        this.stores = stores;
    }

    /** Sets it up for the store at this address. */
    public abstract Access open(StoreKind kind, URI endpoint);

    /** What a table calls it. */
    public String title() {
        return title;
    }

    /** True if it is this library. */
    public boolean isOurs() {
        return name().startsWith("VECTOR_IO");
    }

    /** True if it can read from such a store. */
    public boolean reads(StoreKind kind) {
        return stores.contains(kind);
    }

    /** True if it needs the next release of Iceberg, and so a class path of its own. */
    public boolean needsNextIceberg() {
        return this == ICEBERG_EAGER;
    }

    /** True if that release is on the class path of this process. */
    public static boolean hasNextIceberg() {
        return IcebergAccess.isEager();
    }

    /** True if Iceberg's readers can read through it. */
    public boolean isFileIO() {
        return switch (this) {
            case LOCAL,
                    ICEBERG,
                    ICEBERG_ACCELERATOR,
                    ICEBERG_EAGER,
                    WHOLE_FILE,
                    VECTOR_IO_ICEBERG,
                    VECTOR_IO_ICEBERG_NO_LOOK_AHEAD -> true;
            default -> false;
        };
    }

    /** All that read from such a store. */
    public static List<Peer> of(StoreKind kind) {
        return Arrays.stream(values()).filter(peer -> peer.reads(kind)).toList();
    }

    private static Access withHint(StoreKind kind, URI endpoint, int bytes) {
        return new IcebergAccess(
                new TailHintIO(IcebergAccess.load(Keys.fileIO(kind), Keys.iceberg(kind, endpoint)), bytes));
    }

    private static Map<String, String> with(Map<String, String> keys, String key, String value) {
        Map<String, String> more = new TreeMap<>(keys);
        more.put(key, value);
        return more;
    }
}
