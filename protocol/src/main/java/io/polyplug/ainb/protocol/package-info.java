/** The messages of the ainb contract, for both ends; needs only the wire. */
package io.polyplug.ainb.protocol;
