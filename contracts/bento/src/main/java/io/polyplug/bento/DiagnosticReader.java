package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Reads the answer to {@code parseDiagnostics}: all of it or nothing (2.5). */
final class DiagnosticReader {
  private final Consumer<String> warnings;

  DiagnosticReader(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  List<Diagnostic> read(Json result) throws WrongShape {
    List<Diagnostic> diagnostics = new ArrayList<>();
    for (Fields fields : Fields.of("the result", result).objects("diagnostics")) {
      OptionalInt endLine = optional(fields, "end_line");
      OptionalInt endColumn = optional(fields, "end_col");
      boolean ends = endLine.isPresent() && endColumn.isPresent();
      diagnostics.add(
          new Diagnostic(
              fields.text("file"),
              fields.whole("line"),
              optional(fields, "col"),
              ends ? endLine : OptionalInt.empty(),
              ends ? endColumn : OptionalInt.empty(),
              severity(fields.text("severity")),
              fields.text("message"),
              fields.optionalText("rule"),
              fields.text("source")));
    }
    return diagnostics;
  }

  private static OptionalInt optional(Fields fields, String name) throws WrongShape {
    return fields.has(name) ? OptionalInt.of(fields.whole(name)) : OptionalInt.empty();
  }

  private Severity severity(String word) {
    return switch (word) {
      case "error" -> Severity.ERROR;
      case "warning" -> Severity.WARNING;
      case "info" -> Severity.INFO;
      case "hint" -> Severity.HINT;
      default -> {
        warnings.accept(
            "a diagnostic of unknown severity \""
                + UntrustedText.excerpt(word, 40)
                + "\" is taken for a warning");
        yield Severity.WARNING;
      }
    };
  }
}
