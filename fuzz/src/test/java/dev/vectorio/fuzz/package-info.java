/** Fuzz targets for what files and stores say of themselves. */
@NullMarked
package dev.vectorio.fuzz;

import org.jspecify.annotations.NullMarked;
