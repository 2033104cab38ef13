package dev.vectorio.cli;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a store costs in time and money. */
final class ProfileArguments {
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--profile-store",
            paramLabel = "NAME",
            description =
                    "Predict for s3, s3-express, gcs or adls (default: the store of the location, s3 for local files); "
                            + "the next options change single figures.")
    private Optional<String> store = Optional.empty();

    @Option(names = "--first-byte-ms", paramLabel = "MS", description = "Time to first byte of a GET.")
    private Optional<Double> firstByteMillis = Optional.empty();

    @Option(names = "--connection-mbps", paramLabel = "MB/S", description = "Bandwidth of one connection, 10^6 bytes.")
    private Optional<Double> connectionMegabytes = Optional.empty();

    @Option(names = "--total-mbps", paramLabel = "MB/S", description = "Bandwidth of all connections, 10^6 bytes.")
    private Optional<Double> totalMegabytes = Optional.empty();

    @Option(names = "--concurrency", paramLabel = "N", description = "GETs in flight at most.")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(names = "--price-per-million-gets", paramLabel = "USD", description = "Price of a million GETs.")
    private Optional<Double> pricePerMillionGets = Optional.empty();

    @Option(names = "--price-per-gb", paramLabel = "USD", description = "Price of 10^9 bytes moved.")
    private Optional<Double> pricePerGigabyte = Optional.empty();

    /**
     * The figures.
     *
     * @param location what is read
     * @param mostAtOnce what the library sends at once, at most
     * @throws ParameterException if a figure makes no sense
     */
    StoreProfile profile(ObjectLocation location, int mostAtOnce) {
        try {
            List.of(firstByteMillis, connectionMegabytes, totalMegabytes, pricePerMillionGets, pricePerGigabyte)
                    .forEach(figure -> figure.ifPresent(ProfileArguments::requireFinite));
            StoreProfile named = store.map(StoreProfile::named).orElseGet(() -> of(location));
            return with(named, mostAtOnce);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private StoreProfile with(StoreProfile named, int mostAtOnce) {
        StoreProfile profile = named.withConcurrency(Math.min(mostAtOnce, concurrency.orElse(named.concurrency())))
                .withBandwidth(
                        bytes(connectionMegabytes).orElse(named.connectionBytesPerSecond()),
                        bytes(totalMegabytes).orElse(named.totalBytesPerSecond()))
                .withPrices(
                        pricePerMillionGets.orElse(named.dollarsPerMillionGets()),
                        pricePerGigabyte.orElse(named.dollarsPerGigabyte()));
        if (firstByteMillis.isPresent()) {
            Duration median = Duration.ofNanos(Math.round(firstByteMillis.get() * NANOS_PER_MILLI));
            // of another median nothing is known but that 99 of 100 are not below it
            Duration tail = named.firstByteTail().compareTo(median) < 0 ? median : named.firstByteTail();
            profile = profile.withFirstByte(median, tail);
        }
        boolean changed = !profile.withConcurrency(named.concurrency()).equals(named);
        return changed ? profile.withName(named.name() + " with the figures given") : profile;
    }

    /** Who explains a local file wants to know what it would cost in a store. */
    private static StoreProfile of(ObjectLocation location) {
        return location.scheme().equals("file") ? StoreProfile.s3() : StoreProfile.ofScheme(location.scheme());
    }

    private static void requireFinite(double figure) {
        if (!Double.isFinite(figure)) {
            throw new IllegalArgumentException(figure + " is not a figure to predict with; write a number such as 30");
        }
    }

    private static Optional<Long> bytes(Optional<Double> megabytes) {
        return megabytes.map(mb -> Math.round(mb * BYTES_PER_MEGABYTE));
    }
}
