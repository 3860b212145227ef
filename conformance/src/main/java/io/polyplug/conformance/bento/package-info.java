/** The axes of the bento contract; section numbers are those of its specification. */
package io.polyplug.conformance.bento;
