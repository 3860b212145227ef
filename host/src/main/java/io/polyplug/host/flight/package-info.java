/**
 * Recordings of what went over the wire: one JSON document a line, a heading first, then a frame
 * each, with secrets left out. Whoever wants to know what was said can read them, compare them, and
 * play either side again.
 */
package io.polyplug.host.flight;
