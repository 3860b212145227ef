package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * The messages of {@code cargo --message-format=json}: one JSON object on each line, between what
 * tests and build scripts write.
 */
final class CargoMessages implements DiagnosticParser {
  @Override
  public List<Diagnostic> parse(String stdout) {
    Findings findings = new Findings("cargo");
    int start = 0;
    while (start < stdout.length() && findings.room() > 0) {
      int newline = stdout.indexOf('\n', start);
      int end = newline < 0 ? stdout.length() : newline;
      while (start < end && stdout.charAt(start) == ' ') {
        start++;
      }
      if (start < end && stdout.charAt(start) == '{') {
        readLine(stdout.substring(start, end), findings);
      }
      start = end + 1;
    }
    return findings.diagnostics();
  }

  private static void readLine(String line, Findings findings) {
    CompilerMessage message = new CompilerMessage(findings.room());
    boolean fromCompiler = false;
    try (ReportReader in = ReportReader.of(line)) {
      in.enterObject();
      String name = in.nextMember();
      while (name != null) {
        switch (name) {
          case "reason" -> fromCompiler = "compiler-message".equals(in.text());
          case "message" -> message.read(in);
          default -> in.skip();
        }
        name = in.nextMember();
      }
    } catch (JacksonException unreadable) {
      return;
    }
    if (fromCompiler) {
      message.addTo(findings);
    }
  }
}
