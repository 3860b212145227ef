package io.polyplug.conformance;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A report for people, line by line as the axes are done. All lines are safe to show. */
public final class ReportText {
  private static final int MOST_FRAMES = 12;
  private static final int EXCERPT = 160;
  private static final int LONGEST_EXCERPT = 5000;
  private static final String INDENT = "          ";

  private final BiFunction<Verdict, String, String> colours;
  private final boolean verbose;
  private final int idWidth;

  /**
   * For one suite.
   *
   * @param colours gives a word the colour of its verdict
   * @param verbose whether the frames of all axes are shown, and all of them
   */
  public ReportText(Suite suite, BiFunction<Verdict, String, String> colours, boolean verbose) {
    this.colours = colours;
    this.verbose = verbose;
    this.idWidth = suite.entries().stream().mapToInt(it -> it.axis().id().length()).max().orElse(0);
  }

  /** What is tested. */
  public static String heading(Subject subject) {
    String version = subject.info().version();
    return subject.info().contract()
        + " "
        + UntrustedText.excerpt(subject.info().id(), 80)
        + (version.isEmpty() ? "" : " " + UntrustedText.excerpt(version, 40));
  }

  /** An axis, and what went over the wire if it failed. */
  public List<String> lines(AxisResult result) {
    List<String> lines = new ArrayList<>();
    Verdict verdict = result.verdict();
    lines.add(
        " %s  %2d  %s  %s"
            .formatted(
                colours.apply(verdict, verdict.word()),
                result.axis().number(),
                padded(result.axis().id()),
                UntrustedText.escape(verdict.sentence()))
            .stripTrailing());
    if (verbose || verdict instanceof Verdict.Failed) {
      frames(result.frames(), lines);
    }
    result
        .recording()
        .ifPresent(it -> lines.add(INDENT + "recorded in " + UntrustedText.escape(it.toString())));
    if (verbose) {
      result.stderr().forEach(it -> lines.add(INDENT + "! " + UntrustedText.escape(it)));
    }
    return lines;
  }

  private String padded(String id) {
    return id + " ".repeat(Math.max(0, idWidth - id.length()));
  }

  private void frames(List<SeenFrame> all, List<String> lines) {
    int from = verbose ? 0 : Math.max(0, all.size() - MOST_FRAMES);
    if (from > 0) {
      lines.add(INDENT + "… " + from + " earlier; --verbose shows them");
    }
    all.subList(from, all.size())
        .forEach(it -> lines.add(INDENT + line(it, verbose ? LONGEST_EXCERPT : EXCERPT)));
  }

  /** A frame as it is shown at most. */
  static String frame(SeenFrame frame) {
    return line(frame, LONGEST_EXCERPT);
  }

  private static String line(SeenFrame frame, int most) {
    return (frame.direction() == Direction.TO_PLUGIN ? "> " : "< ")
        + UntrustedText.excerpt(frame.text().stripTrailing(), most)
        + (frame.cut() > 0 ? " and " + frame.cut() + " bytes more" : "");
  }

  /** How it went in all. */
  public static String summary(Report report) {
    int axes = report.results().size();
    return "%d %s: %d passed, %d failed, %d skipped"
        .formatted(
            axes,
            axes == 1 ? "axis" : "axes",
            report.count("PASS"),
            report.count("FAIL"),
            report.count("SKIP"));
  }
}
