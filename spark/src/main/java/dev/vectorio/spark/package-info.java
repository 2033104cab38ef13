/** A Spark job over a partitioned Parquet data set, the same with S3A's own stream and with vector-io's. */
@NullMarked
package dev.vectorio.spark;

import org.jspecify.annotations.NullMarked;
