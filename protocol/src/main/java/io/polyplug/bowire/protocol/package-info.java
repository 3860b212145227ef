/** The messages of the Bowire contract as records, for either side. Needs only the wire module. */
package io.polyplug.bowire.protocol;
