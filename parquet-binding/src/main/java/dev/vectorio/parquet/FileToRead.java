package dev.vectorio.parquet;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.KnownObject;
import java.util.function.Function;

/**
 * A file of any format, and how it is going to be read.
 *
 * @param object the place, and what is known of it
 * @param options what the readers were made with
 * @param opener opens a reader for the object; called again after {@link FileReads#unbuffer()}
 * @param pattern what reads to expect
 * @param footer where the footer is kept between two streams
 */
public record FileToRead(
        KnownObject object,
        VectorIoOptions options,
        Function<KnownObject, RangeReader> opener,
        Pattern pattern,
        FooterCache.Place footer) {
    /** What reads to expect. */
    public enum Pattern {
        /** From front to back: nothing is looked for at the end of the file. */
        SEQUENTIAL,
        /** Here and there: nothing is read on behind a read that is in no known structure. */
        RANDOM,
        /** Unknown: read on behind what goes from front to back. */
        ADAPTIVE
    }
}
