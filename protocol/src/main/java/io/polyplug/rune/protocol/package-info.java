/** The lines of the rune contract as records, for either side. Needs only the wire module. */
package io.polyplug.rune.protocol;
