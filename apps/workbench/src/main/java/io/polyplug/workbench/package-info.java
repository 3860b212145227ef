/** The workbench: an API over a host and a page that uses it. */
package io.polyplug.workbench;
