package io.polyplug.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns, two blanks between them, no blanks at the ends of lines. */
final class Table {
  /** A cell that is wider stands out of its column: one long name must not push all rows apart. */
  private static final int WIDEST = 80;

  private Table() {}

  static List<String> of(List<String> headings, List<List<String>> rows) {
    int[] widths = widths(headings, rows);
    List<String> lines = new ArrayList<>();
    lines.add(line(headings, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private static int[] widths(List<String> headings, List<List<String>> rows) {
    int[] widths = new int[headings.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(headings.get(i));
      for (List<String> row : rows) {
        int width = width(row.get(i));
        widths[i] = width > WIDEST ? widths[i] : Math.max(widths[i], width);
      }
    }
    return widths;
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      line.append(cells.get(i)).repeat(' ', Math.max(0, widths[i] - width(cells.get(i))) + 2);
    }
    return line.toString().stripTrailing();
  }

  /** Columns that a text takes, near enough: marks take none, East Asian wide characters two. */
  private static int width(String text) {
    return text.codePoints().map(Table::width).sum();
  }

  private static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        c >= 0x1100
            && (c <= 0x115F
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD));
    return wide ? 2 : 1;
  }
}
