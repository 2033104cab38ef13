/** Parquet over vector-io: footers and page indexes become ranges, and parquet-java reads through them. */
@NullMarked
package dev.vectorio.parquet;

import org.jspecify.annotations.NullMarked;
