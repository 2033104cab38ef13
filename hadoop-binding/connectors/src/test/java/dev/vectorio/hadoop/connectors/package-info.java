/** Hadoop's connectors for Azure and Google Cloud Storage, as they are published, behind {@code VectorIoFileSystem}. */
@NullMarked
package dev.vectorio.hadoop.connectors;

import org.jspecify.annotations.NullMarked;
