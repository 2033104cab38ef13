/** Tests of the S3 backend. */
@NullMarked
package dev.vectorio.s3;

import org.jspecify.annotations.NullMarked;
