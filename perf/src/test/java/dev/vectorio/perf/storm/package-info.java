/** Many readers on a store where everything goes wrong, through each real client. */
@NullMarked
package dev.vectorio.perf.storm;

import org.jspecify.annotations.NullMarked;
