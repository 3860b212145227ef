package io.polyplug.monorepo.run;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report for people. What tasks wrote is escaped; it may be anything. Pure functions. */
public final class ReportText {
  private static final int NAME_WIDTH = 7;
  private static final int KEY_CHARACTERS = 12;
  private static final int DIAGNOSTICS_SHOWN = 20;

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private ReportText(Style style) {
    this.style = style;
  }

  /** How labels look. */
  public interface Style {
    /** Without any colour. */
    Style PLAIN =
        new Style() {
          @Override
          public String good(String text) {
            return text;
          }

          @Override
          public String bad(String text) {
            return text;
          }

          @Override
          public String quiet(String text) {
            return text;
          }
        };

    String good(String text);

    String bad(String text);

    String quiet(String text);
  }

  public static List<String> of(RunReport report, Style style) {
    ReportText text = new ReportText(style);
    if (report.bentos().isEmpty() && !report.interrupted()) {
      text.lines.add("no bentos to run");
    }
    for (BentoReport bento : report.bentos()) {
      text.bento(bento);
    }
    text.summary(report);
    return text.lines;
  }

  private void bento(BentoReport bento) {
    int dishes = bento.dishes().size();
    lines.add("bento: " + line(bento.name()) + " (" + count(dishes, "dish", "dishes") + ")");
    lines.add("");
    for (DishReport dish : bento.dishes()) {
      lines.add(
          "  " + line(dish.name()) + "  (" + line(dish.language().orElse("no adapter")) + ")");
      int width = NAME_WIDTH;
      for (TaskReport task : dish.tasks()) {
        width = Math.max(width, line(task.name()).length());
      }
      if (dish.install().isPresent()) {
        install(dish.install().get(), width);
      }
      for (TaskReport task : dish.tasks()) {
        task(task, width);
      }
    }
    lines.add("");
  }

  private void install(InstallReport install, int width) {
    boolean failed = install.error().isPresent();
    String label = failed ? style.bad("[install!  ]") : style.good("[installed ]");
    lines.add(
        row("install", width, label, " ".repeat(KEY_CHARACTERS), install.millis())
            + "  — "
            + line(install.reason()));
    if (failed) {
      block("error:", install.error().get());
    }
  }

  private void task(TaskReport task, int width) {
    String key = task.key().isEmpty() ? "" : task.key().substring(0, KEY_CHARACTERS);
    switch (task.outcome()) {
      case Outcome.CacheHit _ ->
          lines.add(row(task.name(), width, style.quiet("[cache hit ]"), key, task.millis()));
      case Outcome.Built _ -> {
        String row = row(task.name(), width, style.good("[built     ]"), key, task.millis());
        lines.add(task.flaky() ? row + " (flaky, passed on attempt " + task.attempts() + ")" : row);
      }
      case Outcome.Failed failed -> {
        String label = "[failed(%2d)]".formatted(failed.exitCode());
        lines.add(row(task.name(), width, style.bad(label), key, task.millis()));
        failure(task, failed);
      }
      case Outcome.Skipped skipped ->
          lines.add(
              "    "
                  + padded(task.name(), width)
                  + "  "
                  + style.quiet("[skipped   ]")
                  + " — "
                  + line(skipped.reason()));
    }
  }

  private void failure(TaskReport task, Outcome.Failed failed) {
    if (!failed.stderr().isBlank()) {
      block("stderr:", failed.stderr());
    }
    if (!failed.stdout().isBlank()) {
      block("output:", failed.stdout());
    }
    List<Diagnostic> found = task.diagnostics();
    if (found.isEmpty()) {
      return;
    }
    for (Diagnostic one : found.subList(0, Math.min(found.size(), DIAGNOSTICS_SHOWN))) {
      String place =
          one.file()
              + ':'
              + one.line()
              + (one.column().isPresent() ? ":" + one.column().getAsInt() : "");
      lines.add(
          "      "
              + line(place)
              + ": "
              + one.severity().name().toLowerCase(Locale.ROOT)
              + ": "
              + line(one.message().strip())
              + (one.rule().isPresent() ? " [" + line(one.rule().get()) + "]" : ""));
    }
    lines.add(
        "      → "
            + count(found.size(), "diagnostic", "diagnostics")
            + " captured; pass --json to extract.");
  }

  private void block(String heading, String text) {
    lines.add("      " + heading);
    for (String each : text.stripTrailing().split("\n", -1)) {
      lines.add("        " + OutputLine.shown(each.stripTrailing()));
    }
  }

  private void summary(RunReport report) {
    RunSummary sum = report.summary();
    StringBuilder text = new StringBuilder("summary: ");
    text.append(count(sum.dishes(), "dish", "dishes"))
        .append(" · ")
        .append(count(sum.tasks(), "task", "tasks"))
        .append(" · ")
        .append(sum.built())
        .append(" built · ")
        .append(sum.hits())
        .append(" cached · ")
        .append(sum.failed())
        .append(" failed · ")
        .append(sum.millis())
        .append("ms");
    if (sum.flaky() > 0) {
      text.append(" · ").append(sum.flaky()).append(" flaky");
    }
    if (sum.installs() > 0) {
      text.append(" · ").append(sum.installs()).append(" installed");
      if (sum.installFailures() > 0) {
        text.append(" (").append(sum.installFailures()).append(" failed)");
      }
    }
    if (report.interrupted()) {
      text.append(" · interrupted");
    }
    lines.add(sum.succeeded() ? text.toString() : style.bad(text.toString()));
  }

  private static String row(String name, int width, String label, String key, long millis) {
    return "    "
        + padded(name, width)
        + "  "
        + label
        + "  "
        + key
        + "  "
        + "%5d".formatted(millis)
        + "ms";
  }

  private static String padded(String name, int width) {
    String safe = line(name);
    return safe + " ".repeat(Math.max(0, width - safe.length()));
  }

  private static String line(String text) {
    return UntrustedText.escape(text);
  }

  static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
