/** What the access logs of stores say of requests: lines in, counts out. */
@NullMarked
package dev.vectorio.cli.audit;

import org.jspecify.annotations.NullMarked;
