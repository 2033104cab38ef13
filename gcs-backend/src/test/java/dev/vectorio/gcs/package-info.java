/** Tests of the GCS backend. */
@NullMarked
package dev.vectorio.gcs;

import org.jspecify.annotations.NullMarked;
