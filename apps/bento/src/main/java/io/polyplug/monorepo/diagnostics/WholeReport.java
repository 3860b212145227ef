package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * A report that is one JSON document. It begins with the first line that opens one, and what
 * follows it is not looked at: package managers announce what they run, and linters sum up, on the
 * same output.
 */
abstract class WholeReport implements DiagnosticParser {
  private final String source;
  private final char opening;

  /**
   * A parser of reports of this tool.
   *
   * @param opening the bracket with which its document begins
   */
  WholeReport(String source, char opening) {
    this.source = source;
    this.opening = opening;
  }

  /** Reads the document, whose first token the reader is at. */
  abstract void read(ReportReader in, Findings findings);

  @Override
  public final List<Diagnostic> parse(String stdout) {
    int start = start(stdout);
    if (start < 0) {
      return List.of();
    }
    Findings findings = new Findings(source);
    try (ReportReader in = ReportReader.of(stdout.substring(start))) {
      read(in, findings);
    } catch (JacksonException unreadable) {
      return List.of();
    }
    return findings.diagnostics();
  }

  private int start(String stdout) {
    boolean lineBegins = true;
    for (int i = 0; i < stdout.length(); i++) {
      char c = stdout.charAt(i);
      if (lineBegins && c == opening) {
        return i;
      }
      boolean blank = c == ' ' || c == '\t' || c == '\r' || c == '\uFEFF';
      lineBegins = c == '\n' || (lineBegins && blank);
    }
    return -1;
  }
}
