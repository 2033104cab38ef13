package dev.vectorio.cli;

import dev.vectorio.VectorIo;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ObjectLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How to reach the store. The one place that knows the keys of backends, for the sake of short options; everything else
 * goes through {@code --set}, and the library finds the backend by the scheme.
 */
final class StoreArguments {
    private static final String PREFIX = "vectorio.";
    private static final String S3 = "vectorio.s3.";
    /** Ends the key for the pool of every backend. */
    private static final String POOL = ".max-connections";

    /** First parts of keys that do not belong to the core, and the schemes whose backends read them. */
    private static final Map<String, Set<String>> SCHEMES = Map.of(
            "s3", Set.of("s3", "s3a", "s3n"),
            "gcs", Set.of("gs"),
            "adls", Set.of("abfs", "abfss", "wasb", "wasbs", "https"),
            "hadoop", Set.of(),
            "iceberg", Set.of(),
            "test", Set.of());

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "The store, such as http://127.0.0.1:9000; the vendor's own without it.")
    Optional<String> endpoint = Optional.empty();

    @Option(names = "--anonymous", description = "Requests carry no credentials.")
    boolean anonymous;

    @Option(names = "--region", paramLabel = "REGION", description = "S3: the region of the bucket.")
    Optional<String> region = Optional.empty();

    @Option(names = "--path-style", description = "S3: endpoint/bucket/key instead of bucket.endpoint/key.")
    boolean pathStyle;

    @Option(names = "--profile", paramLabel = "NAME", description = "S3: a profile of the AWS configuration files.")
    Optional<String> profile = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "vectorio.KEY=VALUE",
            description = "Any option of docs/configuration.md; may be given several times.")
    Map<String, String> set = new LinkedHashMap<>();

    /** All of it as the library's properties, for a location of this scheme. */
    Map<String, String> properties(String scheme) {
        String backend = prefix(scheme);
        Map<String, String> properties = new LinkedHashMap<>();
        endpoint.ifPresent(url -> properties.put(backend + "endpoint", url));
        if (anonymous) {
            properties.put(backend + "anonymous", "true");
        }
        region.ifPresent(name -> properties.put(S3 + "region", name));
        profile.ifPresent(name -> properties.put(S3 + "profile", name));
        if (pathStyle) {
            properties.put(S3 + "path-style", "true");
        }
        for (Map.Entry<String, String> entry : set.entrySet()) {
            if (!entry.getKey().startsWith(PREFIX)) {
                throw usage("--set " + entry.getKey() + ": keys begin with " + PREFIX);
            }
            properties.put(entry.getKey(), entry.getValue());
        }
        return properties;
    }

    private static String prefix(String scheme) {
        return switch (scheme) {
            case "gs" -> "vectorio.gcs.";
            case "abfs", "abfss", "wasb", "wasbs", "https" -> "vectorio.adls.";
            default -> S3;
        };
    }

    /** Where an object lies. */
    ObjectLocation location(String uri) {
        try {
            return ObjectLocation.parse(uri);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The library, with a backend for the location. No I/O.
     *
     * @throws ParameterException if an option is wrong, or nothing serves the scheme
     */
    VectorIo connect(ObjectLocation location, VectorIoListener listener) {
        Map<String, String> properties = properties(location.scheme());
        properties.keySet().forEach(key -> requireUseful(key, location));
        VectorIo io;
        try {
            io = VectorIo.builder().properties(properties).listener(listener).build();
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        try {
            io.open(location).close();
            return io;
        } catch (IllegalArgumentException e) {
            io.close();
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** A key of another store would be read by nobody, and so could be anything. */
    private void requireUseful(String key, ObjectLocation location) {
        String rest = key.substring(PREFIX.length());
        int dot = rest.indexOf('.');
        Set<String> schemes = dot < 0 ? Set.of() : SCHEMES.getOrDefault(rest.substring(0, dot), Set.of());
        boolean ofBackend = dot > 0 && SCHEMES.containsKey(rest.substring(0, dot));
        if (ofBackend && !schemes.contains(location.scheme())) {
            throw usage(key + ": of no use for " + location.scheme() + ": objects"
                    + (schemes.isEmpty() ? "" : "; it is for " + String.join(", ", new TreeSet<>(schemes))));
        }
    }

    /** How many GETs can be in flight. */
    int mostAtOnce(VectorIo io) {
        int limit = io.options().maxConcurrentRequests();
        // connect() has seen that it is a number, and of the backend that serves the location
        return set.entrySet().stream()
                .filter(option -> option.getKey().endsWith(POOL))
                .mapToInt(option -> Math.min(limit, Integer.parseInt(option.getValue())))
                .min()
                .orElse(limit);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
