package io.polyplug.host;

import java.util.OptionalDouble;

/**
 * How far a call has come, where its contract tells.
 *
 * @param progress grows from one to the next
 * @param total empty if it is not known
 * @param message the plugin's words, empty if it gave none; not escaped
 */
public record ToolProgress(double progress, OptionalDouble total, String message) {}
