@NullMarked
package dev.vectorio.adls;

import org.jspecify.annotations.NullMarked;
