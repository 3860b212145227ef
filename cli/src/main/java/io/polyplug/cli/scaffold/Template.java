package io.polyplug.cli.scaffold;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts with holes: <code>{{name}}</code> is replaced by a value, and lines between a line <code>
 * {{#word}}</code> and a line <code>{{/}}</code> stay only if the word holds. Sections do not nest.
 * What is not known is a defect of the template.
 *
 * @param values what the holes are filled with
 * @param holding the words that hold
 */
record Template(Map<String, String> values, Set<String> holding) {
  private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z]+)}}");
  private static final Pattern SECTION = Pattern.compile("\\{\\{#([a-z]+)}}");

  /** A template that belongs to the program, filled. */
  String resource(String path) {
    try (InputStream in = Template.class.getResourceAsStream(path)) {
      return fill(
          new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text with every hole filled. */
  String fill(String text) {
    StringBuilder out = new StringBuilder();
    boolean shown = true;
    for (String line : text.lines().toList()) {
      Matcher section = SECTION.matcher(line);
      if (section.matches()) {
        shown = holding.contains(section.group(1));
      } else if (line.equals("{{/}}")) {
        shown = true;
      } else if (shown) {
        out.append(
            HOLE.matcher(line).replaceAll(it -> Matcher.quoteReplacement(value(it.group(1)))));
        out.append('\n');
      }
    }
    return out.toString();
  }

  private String value(String name) {
    return Objects.requireNonNull(values.get(name), name);
  }
}
