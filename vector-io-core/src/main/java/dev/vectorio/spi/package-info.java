/**
 * What a store must offer: a backend reports, core judges. A backend never retries, plans, validates, caches or logs.
 */
@NullMarked
package dev.vectorio.spi;

import org.jspecify.annotations.NullMarked;
