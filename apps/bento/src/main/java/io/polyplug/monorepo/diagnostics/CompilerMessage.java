package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What rustc says in one message: a finding for each primary span. */
final class CompilerMessage {
  private final List<Finding> spans = new ArrayList<>();
  private final int room;
  private Severity severity = Severity.WARNING;
  private String text = "";
  private @Nullable String code;

  /** A message of which no more than so many spans are kept. */
  CompilerMessage(int room) {
    this.room = room;
  }

  /** Reads the member {@code message} of a line. */
  void read(ReportReader in) {
    if (!in.enterObject()) {
      return;
    }
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "level" -> severity = severity(in.text());
        case "message" -> text = Objects.requireNonNullElse(in.text(), "");
        case "code" -> code = code(in);
        case "spans" -> readSpans(in);
        default -> in.skip();
      }
      name = in.nextMember();
    }
  }

  void addTo(Findings findings) {
    for (Finding span : spans) {
      span.severity = severity;
      span.message = text;
      span.rule = code;
      findings.add(span);
    }
  }

  private static @Nullable String code(ReportReader in) {
    @Nullable String code = null;
    if (in.enterObject()) {
      String name = in.nextMember();
      while (name != null) {
        if (name.equals("code")) {
          code = in.text();
        } else {
          in.skip();
        }
        name = in.nextMember();
      }
    }
    return code;
  }

  private void readSpans(ReportReader in) {
    spans.clear();
    if (in.enterArray()) {
      while (in.nextElement()) {
        if (in.enterObject()) {
          readSpan(in);
        }
      }
    }
  }

  private void readSpan(ReportReader in) {
    Finding span = new Finding();
    boolean primary = false;
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "file_name" -> span.file = in.text();
        case "line_start" -> span.line = in.number();
        case "column_start" -> span.column = in.number();
        case "line_end" -> span.endLine = in.number();
        case "column_end" -> span.endColumn = in.number();
        case "is_primary" -> primary = in.isTrue();
        default -> in.skip();
      }
      name = in.nextMember();
    }
    if (primary && spans.size() < room) {
      spans.add(span);
    }
  }

  private static Severity severity(@Nullable String level) {
    return switch (level) {
      case "error", "failure-note", "error: internal compiler error" -> Severity.ERROR;
      case "note" -> Severity.INFO;
      case "help" -> Severity.HINT;
      case null, default -> Severity.WARNING;
    };
  }
}
