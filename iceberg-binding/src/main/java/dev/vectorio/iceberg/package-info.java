/** Iceberg tables read through vector-io: a {@code FileIO} that a catalog is told to use by one property. */
@NullMarked
package dev.vectorio.iceberg;

import org.jspecify.annotations.NullMarked;
