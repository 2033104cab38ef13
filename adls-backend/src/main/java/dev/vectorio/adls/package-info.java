/** Azure Blob Storage and Data Lake Storage: ranged reads straight into the reader's sink. */
@NullMarked
package dev.vectorio.adls;

import org.jspecify.annotations.NullMarked;
