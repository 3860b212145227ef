/** What the page, and scripts, ask a host for: JSON over HTTP, and events. */
package io.polyplug.workbench.api;
