/** The fourteen axes of the ainb contract; section numbers are those of its specification. */
package io.polyplug.conformance.ainb;
