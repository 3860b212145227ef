/** What is counted about plugins, for the page and for Prometheus. */
package io.polyplug.workbench.metrics;
