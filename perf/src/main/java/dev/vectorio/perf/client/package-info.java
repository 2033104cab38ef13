/** The HTTP clients of the S3 backend, compared. */
@NullMarked
package dev.vectorio.perf.client;

import org.jspecify.annotations.NullMarked;
