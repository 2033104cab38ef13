/** What a request asks for and what it is answered with, in terms that every dialect shares. */
@NullMarked
package dev.vectorio.store.request;

import org.jspecify.annotations.NullMarked;
