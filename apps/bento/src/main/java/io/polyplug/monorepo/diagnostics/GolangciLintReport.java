package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Severity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON report of {@code golangci-lint}, whose members are the same in versions 1 and 2. */
final class GolangciLintReport extends WholeReport {
  GolangciLintReport() {
    super("golangci-lint", '{');
  }

  @Override
  void read(ReportReader in, Findings findings) {
    if (!in.enterObject()) {
      return;
    }
    String name = in.nextMember();
    while (name != null) {
      if (name.equals("Issues")) {
        readIssues(in, findings);
      } else {
        in.skip();
      }
      name = in.nextMember();
    }
  }

  private static void readIssues(ReportReader in, Findings findings) {
    if (in.enterArray()) {
      while (in.nextElement()) {
        if (in.enterObject()) {
          findings.add(issue(in));
        }
      }
    }
  }

  private static Finding issue(ReportReader in) {
    Finding finding = new Finding();
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "Pos" -> readPosition(in, finding);
        case "Severity" -> finding.severity = severity(in.text());
        case "Text" -> finding.message = Objects.requireNonNullElse(in.text(), "");
        case "FromLinter" -> finding.rule = in.text();
        default -> in.skip();
      }
      name = in.nextMember();
    }
    return finding;
  }

  private static void readPosition(ReportReader in, Finding finding) {
    if (!in.enterObject()) {
      return;
    }
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "Filename" -> finding.file = in.text();
        case "Line" -> finding.line = in.number();
        case "Column" -> finding.column = in.number();
        default -> in.skip();
      }
      name = in.nextMember();
    }
  }

  private static Severity severity(@Nullable String name) {
    return switch (name) {
      case "error" -> Severity.ERROR;
      case "info" -> Severity.INFO;
      case "hint" -> Severity.HINT;
      case null, default -> Severity.WARNING;
    };
  }
}
