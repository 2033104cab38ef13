package dev.vectorio.cli;

import dev.vectorio.VectorIo;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ObjectLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How to reach the store. The one place that knows the keys of a backend, for the sake of short options; everything else
 * goes through {@code --set}, and the library finds the backend by the scheme.
 */
final class StoreArguments {
    private static final String PREFIX = "vectorio.";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "S3: the store, such as http://127.0.0.1:9000; AWS without it.")
    Optional<String> endpoint = Optional.empty();

    @Option(names = "--region", paramLabel = "REGION", description = "S3: the region of the bucket.")
    Optional<String> region = Optional.empty();

    @Option(names = "--path-style", description = "S3: endpoint/bucket/key instead of bucket.endpoint/key.")
    boolean pathStyle;

    @Option(names = "--anonymous", description = "S3: requests are not signed.")
    boolean anonymous;

    @Option(names = "--profile", paramLabel = "NAME", description = "S3: a profile of the AWS configuration files.")
    Optional<String> profile = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "vectorio.KEY=VALUE",
            description = "Any option of docs/configuration.md; may be given several times.")
    Map<String, String> set = new LinkedHashMap<>();

    /** All of it as the library's properties. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        endpoint.ifPresent(url -> properties.put("vectorio.s3.endpoint", url));
        region.ifPresent(name -> properties.put("vectorio.s3.region", name));
        profile.ifPresent(name -> properties.put("vectorio.s3.profile", name));
        if (pathStyle) {
            properties.put("vectorio.s3.path-style", "true");
        }
        if (anonymous) {
            properties.put("vectorio.s3.anonymous", "true");
        }
        for (Map.Entry<String, String> entry : set.entrySet()) {
            if (!entry.getKey().startsWith(PREFIX)) {
                throw usage("--set " + entry.getKey() + ": keys begin with " + PREFIX);
            }
            properties.put(entry.getKey(), entry.getValue());
        }
        return properties;
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
        Map<String, String> properties = properties();
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

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
