/** The snapshot bus: topics with a retained last value and ordered delivery. */
package io.polyplug.host.bus;
