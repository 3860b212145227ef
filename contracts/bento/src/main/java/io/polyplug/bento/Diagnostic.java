package io.polyplug.bento;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One finding of a tool.
 *
 * @param file relative to the workspace where it lies in it, with forward slashes
 * @param line from 1
 * @param endLine only together with {@code endColumn}, which is exclusive
 * @param source the tool
 */
public record Diagnostic(
    String file,
    int line,
    OptionalInt column,
    OptionalInt endLine,
    OptionalInt endColumn,
    Severity severity,
    String message,
    Optional<String> rule,
    String source) {}
