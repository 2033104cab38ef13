/** S3 and the stores that speak its language. */
@NullMarked
package dev.vectorio.s3;

import org.jspecify.annotations.NullMarked;
