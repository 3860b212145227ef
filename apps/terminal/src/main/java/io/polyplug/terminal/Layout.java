package io.polyplug.terminal;

/**
 * Where everything is in a terminal of some size: the tabs on top, the screen, the log if it is
 * shown, the status line. In a terminal that is too low the screen keeps its place longest.
 */
record Layout(Rect tabs, Rect screen, Rect log, Rect status) {
  private static final int MOST_LOG_ROWS = 10;

  static Layout of(int width, int height, boolean withLog) {
    int tabRows = height >= 3 ? 1 : 0;
    int statusRows = height >= 2 ? 1 : 0;
    int middle = height - tabRows - statusRows;
    int logRows = withLog && middle >= 4 ? Math.min(MOST_LOG_ROWS, middle / 3) : 0;
    int screenRows = middle - logRows;
    return new Layout(
        new Rect(0, 0, width, tabRows),
        new Rect(0, tabRows, width, screenRows),
        new Rect(0, tabRows + screenRows, width, logRows),
        new Rect(0, height - statusRows, width, statusRows));
  }
}
