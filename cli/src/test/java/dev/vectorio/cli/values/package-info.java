@NullMarked
package dev.vectorio.cli.values;

import org.jspecify.annotations.NullMarked;
