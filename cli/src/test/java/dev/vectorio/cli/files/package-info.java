@NullMarked
package dev.vectorio.cli.files;

import org.jspecify.annotations.NullMarked;
