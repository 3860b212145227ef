package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** The records of one report, of which there are never more than some thousand. */
final class Findings {
  /** Nobody reads more, and a report may be as long as a disk is large. */
  static final int MOST = 5000;

  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final String source;

  Findings(String source) {
    this.source = source;
  }

  /** How many more are taken. */
  int room() {
    return MOST - diagnostics.size();
  }

  /** Takes the finding if it says where it is and there is room. */
  void add(Finding finding) {
    if (room() > 0 && finding.hasFile()) {
      diagnostics.add(finding.diagnostic(source));
    }
  }

  List<Diagnostic> diagnostics() {
    return List.copyOf(diagnostics);
  }
}
