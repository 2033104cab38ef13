package dev.vectorio.cli.audit;

import java.util.HashSet;
import java.util.Set;

/** Requests of one group, added up. Memory grows with the number of objects, not with that of requests. */
public final class RequestCounts {
    private final Set<String> objects = new HashSet<>();
    private long gets;
    private long heads;
    private long others;
    private long failed;
    private long bytes;

    /** Adds a request. */
    public void add(AccessRecord record) {
        switch (record.kind()) {
            case GET -> gets++;
            case HEAD -> heads++;
            case OTHER -> others++;
        }
        if (record.kind() != AccessRecord.Kind.OTHER) {
            objects.add(record.object());
        }
        failed += record.failed() ? 1 : 0;
        bytes += record.bytes();
    }

    /** Objects that were read, or asked about. */
    public long objects() {
        return objects.size();
    }

    /** Requests for bytes, refused ones included. */
    public long gets() {
        return gets;
    }

    /** Requests for an object's head. */
    public long heads() {
        return heads;
    }

    /** Requests of other sorts. */
    public long others() {
        return others;
    }

    /** Those of all requests that were refused or failed. */
    public long failed() {
        return failed;
    }

    /** Bytes that GETs brought. */
    public long bytes() {
        return bytes;
    }

    /** GETs for each object. */
    public double getsPerObject() {
        return perObject(gets);
    }

    /** HEADs for each object. */
    public double headsPerObject() {
        return perObject(heads);
    }

    /** GETs and HEADs for each object. */
    public double requestsPerObject() {
        return perObject(gets + heads);
    }

    private double perObject(long requests) {
        return objects.isEmpty() ? 0 : (double) requests / objects.size();
    }
}
