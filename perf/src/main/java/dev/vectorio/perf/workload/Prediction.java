package dev.vectorio.perf.workload;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.StoreProfile;
import java.io.IOException;
import java.util.List;

/**
 * What reading a selection will cost, from its end and its plan: no data is read for it.
 *
 * @param gets requests, those for the end among them
 * @param bytes that they fetch
 * @param millis how long they take by the store's profile
 */
public record Prediction(int gets, long bytes, double millis) {
    private static final Prediction NOTHING = new Prediction(0, 0, 0);

    /** Reads the end of the file and plans the rest. */
    public static Prediction of(VectorIo io, Selection selection, StoreProfile profile) throws IOException {
        StagedFile file = selection.file();
        try (RangeReader reader = io.open(file.object(selection.lengthKnown()))) {
            Prediction prediction = NOTHING;
            try (VectoredRead tail = reader.readTail(ParquetLayout.TRAILER_LENGTH)) {
                tail.await();
            }
            prediction = prediction.plus(reader.stats().fetchedBytes(), profile);
            long atTail = reader.stats().fetchedBytes();
            try (VectoredRead footer =
                    reader.readVectored(List.of(ByteRange.between(file.footerOffset(), file.length())))) {
                footer.await();
            }
            prediction = prediction.plus(reader.stats().fetchedBytes() - atTail, profile);
            for (List<ByteRange> round : selection.rounds()) {
                prediction = prediction.plus(reader.plan(round), profile);
            }
            return prediction;
        }
    }

    private Prediction plus(long request, StoreProfile profile) {
        return request == 0
                ? this
                : new Prediction(
                        gets + 1,
                        bytes + request,
                        millis + profile.predict(new long[] {request}).toNanos() / 1e6);
    }

    private Prediction plus(ReadPlan plan, StoreProfile profile) {
        return new Prediction(
                gets + plan.requests().size(),
                bytes + plan.fetchedBytes(),
                millis + profile.predict(plan.requestBytes()).toNanos() / 1e6);
    }
}
