package io.polyplug.monorepo.diagnostics;

import java.util.Objects;

/** The report of {@code ruff check --output-format=json}: an array of issues. */
final class RuffReport extends WholeReport {
  RuffReport() {
    super("ruff", '[');
  }

  @Override
  void read(ReportReader in, Findings findings) {
    if (in.enterArray()) {
      while (in.nextElement()) {
        if (in.enterObject()) {
          readIssue(in, findings);
        }
      }
    }
  }

  private static void readIssue(ReportReader in, Findings findings) {
    Finding finding = new Finding();
    boolean located = false;
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "filename" -> finding.file = in.text();
        case "location" -> {
          located = in.enterObject();
          if (located) {
            Place place = place(in);
            finding.line = place.row;
            finding.column = place.column;
          }
        }
        case "end_location" -> {
          if (in.enterObject()) {
            Place place = place(in);
            finding.endLine = place.row;
            finding.endColumn = place.column;
          }
        }
        case "message" -> finding.message = Objects.requireNonNullElse(in.text(), "");
        case "code" -> finding.rule = in.text();
        default -> in.skip();
      }
      name = in.nextMember();
    }
    if (located) {
      findings.add(finding);
    }
  }

  private record Place(int row, int column) {}

  private static Place place(ReportReader in) {
    int row = 0;
    int column = 0;
    String name = in.nextMember();
    while (name != null) {
      switch (name) {
        case "row" -> row = in.number();
        case "column" -> column = in.number();
        default -> in.skip();
      }
      name = in.nextMember();
    }
    return new Place(row, column);
  }
}
