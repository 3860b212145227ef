/** The axes of the Bowire contract; section numbers are those of its specification. */
package io.polyplug.conformance.bowire;
