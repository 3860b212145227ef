package io.polyplug.rune.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * What the host tells a plugin about who calls (section 5.3): the five known members, each left out
 * when it is empty.
 */
public record RuneCaller(Map<String, String> members) {
  /** The members that exist, in the order in which they are written. */
  public static final List<String> NAMES =
      List.of("workspace_id", "widget_id", "repo_root", "role_id", "mode_id");

  /** Nothing is known. */
  public static final RuneCaller UNKNOWN = new RuneCaller(Map.of());

  /** Takes the known members that are not empty; others are dropped. */
  public RuneCaller {
    Map<String, String> known = new TreeMap<>(members);
    known.keySet().retainAll(NAMES);
    known.values().removeIf(String::isEmpty);
    members = Map.copyOf(known);
  }

  void writeTo(JsonGenerator line) {
    line.writeStartObject();
    for (String name : NAMES) {
      String value = members.get(name);
      if (value != null) {
        line.writeStringProperty(name, value);
      }
    }
    line.writeEndObject();
  }

  static RuneCaller read(LineReader request) throws MalformedLine {
    Optional<LineReader> context = request.object("context");
    Map<String, String> members = new TreeMap<>();
    if (context.isPresent()) {
      for (String name : NAMES) {
        members.put(name, context.get().text(name));
      }
    }
    return new RuneCaller(members);
  }
}
