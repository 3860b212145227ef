package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The report of {@code eslint --format=json}: an array with an element for each file. */
final class EslintReport extends WholeReport {
  private static final int ERROR = 2;

  EslintReport() {
    super("eslint", '[');
  }

  @Override
  void read(ReportReader in, Findings findings) {
    if (in.enterArray()) {
      while (in.nextElement()) {
        if (in.enterObject()) {
          readFile(in, findings);
        }
      }
    }
  }

  private static void readFile(ReportReader in, Findings findings) {
    @Nullable String file = null;
    List<Finding> messages = new ArrayList<>();
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "filePath" -> file = in.text();
        case "messages" -> readMessages(in, messages, findings.room());
        default -> in.skip();
      }
      name = in.nextMember();
    }
    for (Finding message : messages) {
      message.file = file;
      findings.add(message);
    }
  }

  private static void readMessages(ReportReader in, List<Finding> messages, int room) {
    messages.clear();
    if (in.enterArray()) {
      while (in.nextElement()) {
        if (in.enterObject()) {
          Finding message = message(in);
          if (messages.size() < room) {
            messages.add(message);
          }
        }
      }
    }
  }

  private static Finding message(ReportReader in) {
    Finding finding = new Finding();
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "line" -> finding.line = in.number();
        case "column" -> finding.column = in.number();
        case "endLine" -> finding.endLine = in.number();
        case "endColumn" -> finding.endColumn = in.number();
        case "severity" ->
            finding.severity = in.number() == ERROR ? Severity.ERROR : Severity.WARNING;
        case "message" -> finding.message = Objects.requireNonNullElse(in.text(), "");
        case "ruleId" -> finding.rule = in.text();
        default -> in.skip();
      }
      name = in.nextMember();
    }
    return finding;
  }
}
