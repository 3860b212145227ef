package io.polyplug.mcp;

import java.util.OptionalDouble;

/**
 * How far a call has come.
 *
 * @param progress grows from one to the next
 * @param total empty if it is not known
 * @param message the server's words, empty if it gave none; not escaped
 */
public record McpProgress(double progress, OptionalDouble total, String message) {}
