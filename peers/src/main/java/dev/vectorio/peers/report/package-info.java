/** What was measured, written as Markdown, JSON and charts. */
@NullMarked
package dev.vectorio.peers.report;

import org.jspecify.annotations.NullMarked;
