package dev.vectorio.testkit;

import dev.vectorio.spi.GetRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Which GET gets which fault. Thread-safe. {@code toString} tells what is needed to do it again. */
@FunctionalInterface
public interface FaultSchedule {
    /**
     * The fault of one GET, if it gets one.
     *
     * @param number which GET it is of the backend's life, from 1
     */
    Optional<Fault> faultFor(long number, GetRequest request);

    /** No fault. */
    static FaultSchedule none() {
        return new Named("no faults", (number, request) -> Optional.empty());
    }

    /** A fault of the {@code which}-th GET (from 1) alone. */
    static FaultSchedule nth(long which, Fault fault) {
        return new Named(
                "GET " + which + ": " + fault,
                (number, request) -> number == which ? Optional.of(fault) : Optional.empty());
    }

    /** A fault of each of the first {@code count} GETs. */
    static FaultSchedule first(long count, Fault fault) {
        return new Named(
                "first " + count + " GETs: " + fault,
                (number, request) -> number <= count ? Optional.of(fault) : Optional.empty());
    }

    /** A fault of each {@code step}-th GET. */
    static FaultSchedule every(long step, Fault fault) {
        return new Named(
                "every " + step + "th GET: " + fault,
                (number, request) -> number % step == 0 ? Optional.of(fault) : Optional.empty());
    }

    /** A fault of every GET that the predicate chooses. */
    static FaultSchedule when(Predicate<GetRequest> chosen, Fault fault) {
        return new Named(
                "chosen GETs: " + fault,
                (number, request) -> chosen.test(request) ? Optional.of(fault) : Optional.empty());
    }

    /** A fault of the first {@code attempts} GETs of every object and range. */
    static FaultSchedule firstAttempts(int attempts, Fault fault) {
        ConcurrentHashMap<GetRequest, Integer> seen = new ConcurrentHashMap<>();
        return new Named("first " + attempts + " attempts of every range: " + fault, (number, request) -> {
            GetRequest unpinned = new GetRequest(request.location(), request.range(), Optional.empty());
            return seen.merge(unpinned, 1, Integer::sum) <= attempts ? Optional.of(fault) : Optional.empty();
        });
    }

    /** The fault of the first of the schedules that has one. */
    static FaultSchedule anyOf(FaultSchedule... schedules) {
        List<FaultSchedule> all = List.of(schedules);
        return new Named(
                all.toString(),
                (number, request) -> all.stream()
                        .flatMap(schedule -> schedule.faultFor(number, request).stream())
                        .findFirst());
    }

    /**
     * A schedule with a text that describes it.
     *
     * @param text what {@code toString} says
     * @param schedule what decides
     */
    record Named(String text, FaultSchedule schedule) implements FaultSchedule {
        @Override
        public Optional<Fault> faultFor(long number, GetRequest request) {
            return schedule.faultFor(number, request);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
