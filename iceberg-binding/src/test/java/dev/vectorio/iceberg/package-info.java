/** Tests of the Iceberg binding: tables in the simulated store, read by Iceberg's own readers. */
@NullMarked
package dev.vectorio.iceberg;

import org.jspecify.annotations.NullMarked;
