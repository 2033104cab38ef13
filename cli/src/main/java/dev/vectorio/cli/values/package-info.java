/** Decodes Parquet values column by column and sums them up. */
@NullMarked
package dev.vectorio.cli.values;

import org.jspecify.annotations.NullMarked;
