package io.polyplug.conformance;

import io.polyplug.base.UntrustedText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Reports as the XML that build servers read: a suite for each plugin, a case for each axis. */
public final class ReportJunit {
  private ReportJunit() {}

  /** The whole file. */
  public static String write(List<Report> reports) {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<testsuites>\n");
    reports.forEach(it -> write(it, out));
    return out.append("</testsuites>\n").toString();
  }

  private static void write(Report report, StringBuilder out) {
    String name = report.contract() + " " + report.subject();
    Duration took =
        report.results().stream().map(AxisResult::took).reduce(Duration.ZERO, Duration::plus);
    out.append(
        "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%s\">\n"
            .formatted(
                escaped(name),
                report.results().size(),
                report.count("FAIL"),
                report.count("SKIP"),
                seconds(took)));
    report.results().forEach(it -> write(name, it, out));
    out.append("  </testsuite>\n");
  }

  private static void write(String suite, AxisResult result, StringBuilder out) {
    out.append(
        "    <testcase classname=\"%s\" name=\"%s\" time=\"%s\">"
            .formatted(escaped(suite), escaped(result.axis().id()), seconds(result.took())));
    String sentence = escaped(result.verdict().sentence());
    switch (result.verdict()) {
      case Verdict.Passed _ -> {
        if (!sentence.isEmpty()) {
          out.append("<system-out>").append(sentence).append("</system-out>");
        }
      }
      case Verdict.Failed _ -> {
        out.append("<failure message=\"").append(sentence).append("\">\n");
        result.frames().forEach(it -> out.append(escaped(ReportText.frame(it))).append('\n'));
        out.append("</failure>");
        result
            .recording()
            .ifPresent(
                it ->
                    out.append("<system-out>recorded in ")
                        .append(escaped(it.toString()))
                        .append("</system-out>"));
      }
      case Verdict.Skipped _ -> out.append("<skipped message=\"").append(sentence).append("\"/>");
    }
    out.append("</testcase>\n");
  }

  private static String seconds(Duration took) {
    return String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0);
  }

  /** What is not plainly printable may not be in XML at all, and is written as its number. */
  private static String escaped(String text) {
    return UntrustedText.escape(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
