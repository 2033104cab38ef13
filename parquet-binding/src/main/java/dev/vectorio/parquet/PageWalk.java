package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;

/**
 * Looks for the page that parquet-java stumbled over, which it does not name: goes through the headers of a chunk's pages
 * once more, in bytes that are still in memory. After a failure only.
 */
final class PageWalk {
    private final List<Piece> pieces;
    private final boolean checksums;

    /**
     * @param pieces what was read
     * @param checksums whether a page must match its checksum
     */
    PageWalk(List<Piece> pieces, boolean checksums) {
        this.pieces = pieces;
        this.checksums = checksums;
    }

    /**
     * A page that cannot be taken.
     *
     * @param offset where its header begins in the file
     * @param problem what is wrong with it
     */
    record Fault(long offset, String problem) {}

    /**
     * The first page in a range that cannot be taken; none if the range is not in memory.
     *
     * @param range whole pages, of one plaintext chunk
     * @param values so many are to come; what lies behind them is not looked at
     */
    Optional<Fault> firstFault(ByteRange range, long values) {
        return pieces.stream()
                .filter(piece -> piece.range().contains(range))
                .findFirst()
                .flatMap(piece -> {
                    int from = Math.toIntExact(range.offset() - piece.range().offset());
                    return walk(piece.bytes().slice(from, Math.toIntExact(range.length())), range.offset(), values);
                });
    }

    private Optional<Fault> walk(ByteBuffer bytes, long offset, long values) {
        ByteBufferInputStream in = ByteBufferInputStream.wrap(bytes);
        long seen = 0;
        while (seen < values && in.position() < bytes.limit()) {
            long at = offset + in.position();
            try {
                PageHeader header = Util.readPageHeader(in);
                int length = header.getCompressed_page_size();
                long left = bytes.limit() - in.position();
                if (length < 0 || length > left) {
                    return fault(at, "is said to have " + length + " bytes, where " + left + " are left");
                }
                ByteBuffer body = in.slice(length);
                if (checksums && header.isSetCrc() && header.getCrc() != crc(body)) {
                    return fault(at, "does not match its checksum");
                }
                seen += valuesOf(header);
            } catch (IOException | RuntimeException e) {
                return fault(at, "has a header that cannot be read: " + Failures.words(e));
            }
        }
        return seen == values || values == Long.MAX_VALUE
                ? Optional.empty()
                : fault(
                        offset + in.position(),
                        "was expected to be the last: " + values + " values are promised, " + seen + " are there");
    }

    private static Optional<Fault> fault(long offset, String problem) {
        return Optional.of(new Fault(offset, problem));
    }

    private static int crc(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        return (int) crc.getValue();
    }

    private static int valuesOf(PageHeader header) {
        if (header.isSetData_page_header()) {
            return header.getData_page_header().getNum_values();
        }
        return header.isSetData_page_header_v2()
                ? header.getData_page_header_v2().getNum_values()
                : 0;
    }
}
