package io.polyplug.host.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  /** What to say when a text is not one. */
  public static final String EXPECTED = "a duration such as \"500ms\", \"5s\", \"2m\" or \"1h\"";

  private DurationText() {}

  /** The duration, or empty if the text is not of the form. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        });
  }
}
