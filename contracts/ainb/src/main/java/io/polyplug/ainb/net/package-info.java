/** What the host fetches for a plugin, behind the network gate (5.5, 9.3). */
package io.polyplug.ainb.net;
