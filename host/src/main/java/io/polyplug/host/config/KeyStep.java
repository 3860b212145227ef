package io.polyplug.host.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One step of the path of a key, such as {@code tools[1].name}, which has three. */
public sealed interface KeyStep {
  /** How a step is written. */
  Pattern WRITTEN = Pattern.compile("\\[(\\d{1,9})]|[^.\\[\\]]+");

  /** To the member of a map. */
  record Member(String name) implements KeyStep {}

  /**
   * To the element of a list.
   *
   * @param index counted from zero
   */
  record Element(int index) implements KeyStep {}

  /** The steps of a path, from the outside in. */
  static List<KeyStep> of(String path) {
    Matcher steps = WRITTEN.matcher(path);
    List<KeyStep> found = new ArrayList<>();
    while (steps.find()) {
      found.add(
          steps.group(1) == null
              ? new Member(steps.group())
              : new Element(Integer.parseInt(steps.group(1))));
    }
    return found;
  }
}
