/** Buckets, objects and their bytes, known to no dialect: what every store API has in common. */
@NullMarked
package dev.vectorio.store.object;

import org.jspecify.annotations.NullMarked;
