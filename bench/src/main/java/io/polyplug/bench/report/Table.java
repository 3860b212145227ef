package io.polyplug.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines as text in columns. */
public final class Table {
  private static final List<String> HEAD =
      List.of("row", "ours", "", "beside", "", "ratio", "spread", "target", "met");

  private Table() {}

  /** All lines under one head. */
  public static String of(List<Line> lines) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(HEAD);
    lines.forEach(line -> cells.add(cells(line)));
    int[] widths = new int[HEAD.size()];
    for (List<String> row : cells) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : cells) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        // Numbers stand under each other at their right end.
        line.append(i == 2 || i >= 4 ? padding + row.get(i) : row.get(i) + padding).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static List<String> cells(Line line) {
    Comparison what = line.comparison();
    String besides = what.other() == null ? "" : beside(what);
    if (line.skipped() != null) {
      return List.of(
          what.row(),
          what.ours(),
          "",
          besides,
          "",
          "",
          "",
          target(what),
          "skipped: " + line.skipped());
    }
    return List.of(
        what.row(),
        what.ours(),
        line.ours() == null ? "" : amount(line.ours()),
        besides,
        line.other() == null ? "" : amount(line.other()),
        line.ratio() == null ? "" : number(line.ratio()) + " ×",
        "±" + Math.round(line.spread() * 50) + " %",
        target(what),
        line.met() == null ? "" : line.met() ? "yes" : "NO");
  }

  private static String beside(Comparison what) {
    return what.otherRow().equals(what.row())
        ? what.other() + ""
        : what.other() + " (" + what.otherRow() + ")";
  }

  private static String target(Comparison what) {
    Double target = what.target();
    if (target == null) {
      return "";
    }
    return what.goal().sign() + " " + number(target) + (what.other() == null ? "" : " ×");
  }

  private static String amount(Series series) {
    return number(series.median()) + " " + series.unit();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }
}
