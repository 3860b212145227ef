/** The axes of the bab contract; section numbers are those of its specification. */
package io.polyplug.conformance.bab;
