/** S3A on the simulated store, with this library's stream and with its own. */
@NullMarked
package dev.vectorio.hadoop.s3a;

import org.jspecify.annotations.NullMarked;
