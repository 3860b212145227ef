/** What the host reads and writes for a plugin, behind the path guard (9.2). */
package io.polyplug.ainb.files;
