package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The lines of a {@link LiveView} at this moment. Used by one thread at a time. */
final class LivePicture {
  private static final String[] SPINNER = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
  private static final int RECENT = 4;
  private static final int RUNNING = 12;
  private static final int LONGEST_WHAT = 20;
  private static final String BAD = "31";
  private static final String GOOD = "32";
  private static final String QUIET = "2";

  private final boolean colour;
  private final Clock clock;
  private final long began;
  private final Map<String, Running> running = new LinkedHashMap<>();
  private final Deque<Line> recent = new ArrayDeque<>();
  private int planned;
  private int done;
  private int hits;
  private int failed;
  private int frame;
  private boolean stopping;

  private record Running(String what, long since) {}

  private record Name(String dish, String what) {}

  private record Line(String style, String mark, Name name, String how) {}

  LivePicture(boolean colour, Clock clock) {
    this.colour = colour;
    this.clock = clock;
    this.began = clock.nanoTime();
  }

  void planned(int tasks) {
    planned = tasks;
  }

  void stopping() {
    stopping = true;
  }

  void began(String dish, String what) {
    running.put(dish, new Running(what, clock.nanoTime()));
  }

  void installed(String dish, InstallReport report) {
    running.remove(dish);
    boolean bad = report.error().isPresent();
    String how = (bad ? "failed after " : "") + seconds(report.millis());
    finished(new Line(bad ? BAD : GOOD, bad ? "✗" : "✓", new Name(dish, "install"), how));
  }

  void ended(String dish, TaskReport report) {
    running.remove(dish);
    done++;
    Name name = new Name(dish, report.name());
    switch (report.outcome()) {
      case Outcome.CacheHit _ -> {
        hits++;
        finished(new Line(QUIET, "=", name, "cached"));
      }
      case Outcome.Built _ -> finished(new Line(GOOD, "✓", name, seconds(report.millis())));
      case Outcome.Failed _ -> {
        failed++;
        finished(new Line(BAD, "✗", name, "failed after " + seconds(report.millis())));
      }
      case Outcome.Skipped _ -> {}
    }
  }

  private void finished(Line line) {
    recent.addLast(line);
    if (recent.size() > RECENT) {
      recent.removeFirst();
    }
  }

  /**
   * Not more and not longer lines than there is room for: what runs matters more than what has
   * ended, and the sum more than both.
   */
  List<String> lines(int rows, int columns) {
    long now = clock.nanoTime();
    int left = Math.max(0, rows - 1);
    int shown = Math.min(running.size(), Math.min(RUNNING, left));
    if (shown < running.size() && shown == left && shown > 0) {
      shown--;
    }
    left -= shown < running.size() ? shown + 1 : shown;
    List<String> lines = new ArrayList<>();
    int skip = recent.size() - Math.max(0, left);
    for (Line line : recent) {
      if (skip-- <= 0) {
        lines.add(coloured(line.style(), fit(line.mark(), line.name(), line.how(), columns)));
      }
    }
    int count = 0;
    for (Map.Entry<String, Running> one : running.entrySet()) {
      if (count++ == shown) {
        break;
      }
      Name name = new Name(one.getKey(), one.getValue().what());
      lines.add(fit("▸", name, seconds((now - one.getValue().since()) / 1_000_000), columns));
    }
    if (shown < running.size() && rows > 1) {
      lines.add(Columns.fit("    … and " + (running.size() - shown) + " more", columns));
    }
    lines.add(Columns.fit(status(now), columns));
    return lines;
  }

  private String status(long now) {
    String spinner = SPINNER[frame++ % SPINNER.length];
    if (stopping) {
      return spinner + " stopping what runs · once more to leave at once";
    }
    return spinner
        + " "
        + done
        + "/"
        + planned
        + " tasks · "
        + hits
        + " cached · "
        + (failed > 0 ? coloured(BAD, failed + " failed") : "0 failed")
        + " · "
        + seconds((now - began) / 1_000_000);
  }

  /** A dish's name that is too long gives way, not what is said of it. */
  private static String fit(String mark, Name name, String how, int columns) {
    String what = Columns.fit(UntrustedText.escape(name.what()), LONGEST_WHAT);
    int room = columns - 7 - Columns.of(what) - Columns.of(how);
    String dish = Columns.ends(UntrustedText.escape(name.dish()), Math.max(8, room));
    return Columns.fit("  " + mark + " " + dish + " " + what + "  " + how, columns);
  }

  private static String seconds(long millis) {
    return millis >= 60_000
        ? millis / 60_000 + "m" + millis / 1000 % 60 + "s"
        : String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
  }

  private String coloured(String style, String text) {
    return colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }
}
