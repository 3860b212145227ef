/**
 * Spans of calls for OpenTelemetry. Nothing but {@link io.polyplug.cli.tracing.Tracing} is loaded
 * unless an exporter is configured.
 */
package io.polyplug.cli.tracing;
