package io.polyplug.host.config;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places for variables, as other programs write them: {@code ${NAME}}, {@code
 * ${env:NAME}}, and {@code ${NAME:-otherwise}}. What a variable holds is taken as it is.
 *
 * @param template the text as it was written
 */
public record VariableText(String template) {
  private static final Pattern PLACE =
      Pattern.compile("\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}");

  /** Whether there are any places. */
  public boolean hasPlaces() {
    return PLACE.matcher(template).find();
  }

  /** The text, filled now; the exception's message names a variable that is not set. */
  public String fill(Map<String, String> environment) throws IOException {
    StringBuilder filled = new StringBuilder();
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      String value = environment.get(place.group(1));
      if (value == null) {
        value = place.group(2);
      }
      if (value == null) {
        throw new IOException(
            "the variable " + place.group(1) + " is not set in the host's environment");
      }
      place.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return place.appendTail(filled).toString();
  }
}
