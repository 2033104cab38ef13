/** Google Cloud Storage. */
@NullMarked
package dev.vectorio.gcs;

import org.jspecify.annotations.NullMarked;
