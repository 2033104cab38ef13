/**
 * Azure Blob Storage's REST API and, as far as readers and committers of files need it, that of Data Lake Storage, as
 * Microsoft's storage REST reference describes them (learn.microsoft.com/rest/api/storageservices). "Reference" in the
 * comments of this package means that; what it leaves open is named where it is decided.
 */
@NullMarked
package dev.vectorio.store.azure;

import org.jspecify.annotations.NullMarked;
