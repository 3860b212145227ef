/** Screens of plugins, painted in a terminal or into text and pictures. */
package io.polyplug.terminal;
