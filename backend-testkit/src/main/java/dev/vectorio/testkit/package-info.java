/**
 * What an author of a backend or of a reader tests with: the contract suite for backends, backends that live in memory or
 * misbehave on purpose, an allocator that keeps books, and objects of any size that need no memory.
 */
@NullMarked
package dev.vectorio.testkit;

import org.jspecify.annotations.NullMarked;
