/** The stream of plain {@code s3a://} file systems. */
@NullMarked
package dev.vectorio.hadoop.s3a;

import org.jspecify.annotations.NullMarked;
