/** Start, watch and end operating-system processes. */
package io.polyplug.process;
