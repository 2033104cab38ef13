package dev.vectorio.engine;

/** A range that was announced and that nobody has asked for yet. */
final class PrefetchedRange implements Evictable {
    private final ObjectReader reader;
    private final RangedRead read;
    private final int index;

    PrefetchedRange(ObjectReader reader, RangedRead read, int index) {
        this.reader = reader;
        this.read = read;
        this.index = index;
    }

    Destination destination() {
        return read.destination(index);
    }

    RangedRead read() {
        return read;
    }

    int index() {
        return index;
    }

    @Override
    public boolean evict() {
        return reader.dropPrefetched(this);
    }
}
