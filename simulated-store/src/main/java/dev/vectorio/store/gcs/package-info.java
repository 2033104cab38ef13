/**
 * The JSON dialect of Google Cloud Storage: requests of its JSON API turned into operations on objects, and results into
 * its answers.
 */
@NullMarked
package dev.vectorio.store.gcs;

import org.jspecify.annotations.NullMarked;
