package dev.vectorio.parquet;

import org.apache.parquet.ParquetReadOptions;

/**
 * What will be read from a file, told before it is opened.
 *
 * @param options row group selection, filter, keys and allocator
 * @param selection columns and row groups
 */
record ReadIntent(ParquetReadOptions options, ParquetSelection selection) {}
