package dev.vectorio.parquet;

import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.schema.MessageType;

/**
 * What will be read from a file, told before it is opened.
 *
 * @param options row group selection, filter, keys and allocator
 * @param projection the columns; absent for all
 */
record ReadIntent(ParquetReadOptions options, Optional<MessageType> projection) {}
