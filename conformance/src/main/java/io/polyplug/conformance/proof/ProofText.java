package io.polyplug.conformance.proof;

import io.polyplug.base.UntrustedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Results for people, line by line as they come, and as a table for documents. Safe to show. */
public final class ProofText {
  private static final String INDENT = "       ";
  private static final int LONGEST_PROBLEM = 130;
  private static final int CONTRACT = widest(Fault::contract);
  private static final int FAULT = widest(it -> it.sin().id());
  private static final int EXPECTED = widest(Fault::expected);

  private final BiFunction<Boolean, String, String> colours;

  /**
   * Writes lines.
   *
   * @param colours gives a word the colour of what is well, or of what is not
   */
  public ProofText(BiFunction<Boolean, String, String> colours) {
    this.colours = colours;
  }

  private static int widest(Function<Fault, String> column) {
    return Matrix.ALL.stream().map(column).mapToInt(String::length).max().orElse(0);
  }

  /** What stands above the lines. */
  public static String heading() {
    return line("", "CONTRACT", "FAULT", "EXPECTED", "SEEN", "DETECTED", "BACK");
  }

  /** A cell, and what is wrong with it. */
  public List<String> lines(CellResult result) {
    if (result.skipped().isPresent()) {
      return List.of(
          (" SKIP " + padded(result.fault().contract(), Math.max(CONTRACT, 8)))
              + (" " + padded(result.fault().sin().id(), FAULT) + " " + result.skipped().get()));
    }
    List<String> lines = new ArrayList<>();
    String word = result.ok() ? "PASS" : "FAIL";
    String line =
        line(
            word,
            result.fault().contract(),
            result.fault().sin().id(),
            result.expected(),
            shown(result.seen()),
            time(result.detected()),
            time(result.recovered()));
    lines.add(line.replaceFirst(word, colours.apply(result.ok(), word)));
    result.problems().stream()
        .map(it -> INDENT + UntrustedText.excerpt(it, LONGEST_PROBLEM))
        .forEach(lines::add);
    return lines;
  }

  private static String line(
      String word,
      String contract,
      String fault,
      String expected,
      String seen,
      String detected,
      String back) {
    return (" " + padded(word, 4) + " " + padded(contract, Math.max(CONTRACT, 8)))
        + (" " + padded(fault, FAULT) + " " + padded(expected, EXPECTED))
        + (" " + padded(seen, EXPECTED) + " " + " ".repeat(8 - detected.length()) + detected)
        + (" " + " ".repeat(8 - back.length()) + back);
  }

  /** What is longer says so itself, in so many characters. */
  private static String shown(String seen) {
    return seen.length() <= EXPECTED
        ? UntrustedText.escape(seen)
        : UntrustedText.excerpt(seen, EXPECTED - " … (10000 characters)".length());
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  static String time(Duration time) {
    return time.toSeconds() < 10
        ? time.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  /** How it went in all. */
  public static String summary(List<CellResult> results) {
    long good = results.stream().filter(CellResult::ok).count();
    long bad = results.stream().filter(CellResult::failed).count();
    long skipped = results.size() - good - bad;
    return "%d %s: %d as expected, %d not"
            .formatted(results.size(), results.size() == 1 ? "fault" : "faults", good, bad)
        + (skipped == 0 ? "" : ", %d skipped".formatted(skipped));
  }

  /** The same as a table in Markdown. */
  public static List<String> markdown(List<CellResult> results) {
    List<String> lines = new ArrayList<>();
    lines.add("| contract | fault | expected | seen | detected | back |");
    lines.add("|---|---|---|---|---|---|");
    results.forEach(
        it ->
            lines.add(
                "| %s | `%s` | %s | %s | %s | %s |"
                    .formatted(
                        it.fault().contract(),
                        it.fault().sin().id(),
                        it.expected(),
                        shown(it.seen()).replace("|", "\\|"),
                        time(it.detected()),
                        time(it.recovered()))));
    return lines;
  }
}
