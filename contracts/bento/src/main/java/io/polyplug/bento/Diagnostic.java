package io.polyplug.bento;

import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

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
    String source) {
  /**
   * Reads the answer to {@code parseDiagnostics}: all of it or nothing (2.5).
   *
   * @param warnings told in sentences what is strange
   */
  public static List<Diagnostic> readAll(Json result, Consumer<String> warnings) throws WrongShape {
    return new DiagnosticReader(warnings).read(result);
  }
}
