package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.Listing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is known of one plugin, as lines for people below its row. */
final class PluginDetails {
  /** More of one text is no use on a terminal. */
  static final int LONGEST = 500;

  private PluginDetails() {}

  static List<String> of(Listing.Row row) {
    List<String> lines = new ArrayList<>();
    add(lines, "version", row.version().isEmpty() ? "-" : row.version());
    row.source()
        .ifPresent(
            note -> {
              add(lines, "source", note.source());
              add(lines, "digest", note.digest().isEmpty() ? "-" : note.digest());
            });
    add(
        lines,
        "health",
        row.status().replace('_', ' ') + (row.reason().isEmpty() ? "" : ": " + row.reason()));
    if (row.lasting()) {
      add(lines, "pid", row.pid().isPresent() ? Long.toString(row.pid().getAsLong()) : "-");
      add(lines, "uptime", row.since().map(PluginDetails::uptime).orElse("-"));
      add(lines, "restarts", Integer.toString(row.restarts()));
    }
    return lines;
  }

  private static void add(List<String> lines, String name, String value) {
    lines.add("  %-9s %s".formatted(name + ":", UntrustedText.excerpt(value, LONGEST)));
  }

  private static String uptime(Instant since) {
    Duration up = Duration.between(since, Instant.now());
    long seconds = Math.max(0, up.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3_600
        ? "%d min %d s".formatted(seconds / 60, seconds % 60)
        : "%d h %d min".formatted(seconds / 3_600, seconds / 60 % 60);
  }
}
