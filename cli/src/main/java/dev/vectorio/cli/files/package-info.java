/** Parquet files of known shape for demonstrations, tests and benchmarks; the same seed always gives the same bytes. */
@NullMarked
package dev.vectorio.cli.files;

import org.jspecify.annotations.NullMarked;
