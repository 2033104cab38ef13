@NullMarked
package dev.vectorio.cli;

import org.jspecify.annotations.NullMarked;
