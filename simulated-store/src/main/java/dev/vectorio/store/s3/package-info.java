/** The S3 dialect: REST requests of S3 turned into operations on objects, and results into S3's answers. */
@NullMarked
package dev.vectorio.store.s3;

import org.jspecify.annotations.NullMarked;
