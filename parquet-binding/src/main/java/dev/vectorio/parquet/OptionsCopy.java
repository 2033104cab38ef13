package dev.vectorio.parquet;

import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.ByteBufferAllocator;

/** Copies read options whole: parquet-java's own {@code copy} forgets five of them. */
final class OptionsCopy {
    private OptionsCopy() {}

    /** The same options with vectored reads on (off by default below 1.16) and another allocator. */
    static ParquetReadOptions vectored(ParquetReadOptions options, ByteBufferAllocator allocator) {
        return of(options).withAllocator(allocator).build();
    }

    /** The options with vectored reads on, ready for other changes. */
    static ParquetReadOptions.Builder of(ParquetReadOptions options) {
        return ParquetReadOptions.builder(options.getConfiguration())
                .copy(options)
                .useColumnIndexFilter(options.useColumnIndexFilter())
                .useBloomFilter(options.useBloomFilter())
                .usePageChecksumVerification(options.usePageChecksumVerification())
                .useOffHeapDecryptBuffer(options.useOffHeapDecryptBuffer())
                .withMaxAllocationInBytes(options.getMaxAllocationSize())
                .withUseHadoopVectoredIo(true);
    }
}
