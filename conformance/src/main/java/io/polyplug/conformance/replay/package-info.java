/** Plays one side of a recording again: a plugin for a host, or a host for a plugin. */
package io.polyplug.conformance.replay;
