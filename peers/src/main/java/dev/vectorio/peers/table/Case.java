package dev.vectorio.peers.table;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.perf.store.StoreKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that every peer reads.
 *
 * @param name for people
 * @param store kind of store
 * @param files that are read
 * @param job what is read of them
 * @param peers who read it
 * @param published what others measured on other machines, by peer, in words
 * @param goals promises
 * @param stream promise about reading while decoding, if there is one
 */
public record Case(
        String name,
        StoreKind store,
        FileSet files,
        Job job,
        List<Peer> peers,
        Map<Peer, String> published,
        List<Goal> goals,
        Optional<StreamGoal> stream) {
    /** The collections are copied. */
    public Case {
        peers = List.copyOf(peers);
        published = Map.copyOf(published);
        goals = List.copyOf(goals);
    }

    /** Without anything published or promised. */
    public static Case of(String name, StoreKind store, FileSet files, Job job, List<Peer> peers) {
        return new Case(name, store, files, job, peers, Map.of(), List.of(), Optional.empty());
    }

    /** With what was published. */
    public Case published(Map<Peer, String> words) {
        return new Case(name, store, files, job, peers, words, goals, stream);
    }

    /** With promises. */
    public Case promised(Goal... promises) {
        return new Case(name, store, files, job, peers, published, List.of(promises), stream);
    }

    /** With a promise about reading while decoding. */
    public Case streamed(StreamGoal promise) {
        return new Case(name, store, files, job, peers, published, goals, Optional.of(promise));
    }
}
