package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.hadoop.util.HadoopCodecs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans for a reader that others make: a second reader on the same object, whose reads are all served from what the two
 * share, works out what the first is going to ask for, and has it fetched. If it cannot, the first reads as it would have.
 */
final class PlannedReads {
    private static final Logger LOG = LoggerFactory.getLogger(PlannedReads.class);

    private final ParquetSource source;
    private final ReadIntent intent;
    private final ReadAhead ahead;

    PlannedReads(ParquetSource source, ReadIntent intent, ReadAhead ahead) {
        this.source = source;
        this.intent = intent;
        this.ahead = ahead;
    }

    /**
     * Plans and announces.
     *
     * @throws ParquetLayoutException if the projection names a column that the file does not have
     */
    void start() throws IOException {
        if (!source.options().enabled()) {
            return;
        }
        ParquetReadOptions options = OptionsCopy.of(intent.options())
                .withAllocator(new HeapByteBufferAllocator())
                // closing a reader releases its codecs, and these are somebody else's
                .withCodecFactory(HadoopCodecs.newFactory(intent.options().getConfiguration(), 0))
                .build();
        List<ByteRange> parts;
        try (Opening opening = new Opening(new VectorIoInputFile(source, Optional.empty()), options)) {
            PlannedFileReader reader = opening.reader(intent.selection(), Optional.empty());
            parts = RowGroupPlan.parts(reader.makePlan());
        } catch (ParquetLayoutException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            LOG.debug("{}: read without a plan: {}", source.file(), e.toString());
            return;
        }
        ahead.announce(parts);
    }
}
