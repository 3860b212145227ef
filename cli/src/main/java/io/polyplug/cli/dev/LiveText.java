package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.flight.Redaction;
import io.polyplug.wire.Json;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Makes lines of what happens: for people, or each a JSON document. Secrets are left out of frames
 * as the flight recorder does it; whatever a plugin said is escaped and of a bounded length.
 *
 * @param begin the moment that times are counted from
 * @param whole whether frames are shown whole, up to a bound, instead of what they are about
 * @param json whether lines are for programs
 * @param names the short name of the plugin of a key; empty if there is no other
 * @param paint colours a text, given the style and the text
 */
public record LiveText(
    long begin,
    boolean whole,
    boolean json,
    Redaction redaction,
    UnaryOperator<String> names,
    BinaryOperator<String> paint) {
  private static final int SHORT = 110;
  private static final int LONG = 16 << 10;
  private static final int LONGEST_KIND = 80;
  private static final int LONGEST_LINE = 2_000;
  private static final String DIM = "2";
  private static final String RED = "31";
  private static final String YELLOW = "33";

  String line(LiveItem item) {
    return json ? document(item).toString() : time(item) + " " + text(item);
  }

  private double seconds(LiveItem item) {
    return TimeUnit.NANOSECONDS.toMillis(Math.max(0, item.nanos() - begin)) / 1_000.0;
  }

  private String time(LiveItem item) {
    return paint.apply(DIM, String.format(Locale.ROOT, "%8.3f", seconds(item)));
  }

  private String text(LiveItem item) {
    return switch (item) {
      case LiveItem.Frame(HostEvent.FrameSeen seen) -> frame(seen);
      case LiveItem.Log(HostEvent.LogLine line, long _) ->
          who(line.plugin()) + paint.apply(style(line.level()), level(line) + ": " + words(line));
      case LiveItem.Said(String sentence, boolean trouble, long _) ->
          paint.apply(trouble ? "1;" + RED : "1", sentence);
      case LiveItem.Lost lost -> paint.apply(YELLOW, lost(lost));
    };
  }

  private String frame(HostEvent.FrameSeen seen) {
    boolean out = seen.direction() == HostEvent.Direction.TO_PLUGIN;
    String text = redaction.frame(seen.frame());
    FrameSummary summary = FrameSummary.of(text);
    String arrow = paint.apply(summary.error() ? RED : out ? "36" : "32", out ? "->" : "<-");
    String kind = UntrustedText.excerpt(summary.kind(), LONGEST_KIND);
    String body = UntrustedText.excerpt(whole ? text : summary.body(), whole ? LONG : SHORT);
    return arrow
        + " "
        + who(seen.plugin())
        + (kind.isEmpty() ? "" : paint.apply("1", kind) + " ")
        + body;
  }

  private String who(String key) {
    String name = names.apply(key);
    return name.isEmpty() ? "" : UntrustedText.excerpt(name, LONGEST_KIND) + " ";
  }

  private static String words(HostEvent.LogLine line) {
    return UntrustedText.excerpt(line.text(), LONGEST_LINE);
  }

  private static String level(HostEvent.LogLine line) {
    return line.level().toString().toLowerCase(Locale.ROOT);
  }

  private static String style(HostEvent.Level level) {
    return switch (level) {
      case TRACE, DEBUG -> DIM;
      case INFO -> "0";
      case WARN -> YELLOW;
      case ERROR -> RED;
    };
  }

  private static String lost(LiveItem.Lost lost) {
    return count(lost.frames(), "frame")
        + (lost.frames() > 0 && lost.lines() > 0 ? " and " : "")
        + count(lost.lines(), "line")
        + " not shown: they came faster than they could be written";
  }

  private static String count(long number, String what) {
    return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
  }

  private Json document(LiveItem item) {
    return Json.object(
        out -> {
          out.writeNumberProperty("seconds", seconds(item));
          switch (item) {
            case LiveItem.Frame(HostEvent.FrameSeen seen) -> {
              String text = redaction.frame(seen.frame());
              boolean sent = seen.direction() == HostEvent.Direction.TO_PLUGIN;
              out.writeStringProperty("kind", "frame");
              out.writeStringProperty("plugin", seen.plugin());
              out.writeStringProperty("direction", sent ? "to_plugin" : "from_plugin");
              out.writeStringProperty("about", FrameSummary.of(text).kind());
              int most = whole ? LONG : SHORT;
              out.writeStringProperty(
                  "frame", text.length() <= most ? text : text.substring(0, most));
            }
            case LiveItem.Log(HostEvent.LogLine line, long _) -> {
              out.writeStringProperty("kind", "log");
              out.writeStringProperty("plugin", line.plugin());
              out.writeStringProperty("level", level(line));
              out.writeStringProperty("text", line.text());
            }
            case LiveItem.Said(String sentence, boolean trouble, long _) -> {
              out.writeStringProperty("kind", trouble ? "trouble" : "news");
              out.writeStringProperty("text", sentence);
            }
            case LiveItem.Lost(long frames, long lines, long _) -> {
              out.writeStringProperty("kind", "lost");
              out.writeNumberProperty("frames", frames);
              out.writeNumberProperty("lines", lines);
            }
          }
        });
  }
}
