/** Values: ranges, locations, versions, errors. */
@NullMarked
package dev.vectorio.model;

import org.jspecify.annotations.NullMarked;
