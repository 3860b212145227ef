/** The axes of the rune contract; section numbers are those of its specification. */
package io.polyplug.conformance.rune;
