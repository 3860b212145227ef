package io.polyplug.monorepo.run;

import io.polyplug.base.UntrustedText;
import java.util.ArrayList;
import java.util.List;

/**
 * Failures as lines that a GitHub workflow shows beside the code. What would move a cursor is
 * escaped: the lines reach a terminal, too. Pure functions.
 */
public final class GithubAnnotations {
  private GithubAnnotations() {}

  /** One line for each failure. */
  public static List<String> of(RunReport report) {
    List<String> lines = new ArrayList<>();
    for (BentoReport bento : report.bentos()) {
      for (DishReport dish : bento.dishes()) {
        for (TaskReport task : dish.tasks()) {
          if (task.outcome() instanceof Outcome.Failed failed) {
            lines.add(
                "::error file="
                    + property(dish.path())
                    + ",title="
                    + property(dish.name() + '/' + task.name() + " failed")
                    + "::"
                    + data("exit " + failed.exitCode() + ": " + Excerpts.stderr(failed.stderr())));
          }
        }
      }
    }
    return lines;
  }

  private static String data(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      String written = encoded(text.charAt(at));
      if (!written.isEmpty()) {
        out.append(UntrustedText.escape(text.substring(from, at))).append(written);
        from = at + 1;
      }
    }
    return out.append(UntrustedText.escape(text.substring(from))).toString();
  }

  private static String encoded(char c) {
    return switch (c) {
      case '%' -> "%25";
      case '\r' -> "%0D";
      case '\n' -> "%0A";
      case '\t' -> "\t";
      default -> "";
    };
  }

  /** A property ends at a comma or a colon. */
  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
