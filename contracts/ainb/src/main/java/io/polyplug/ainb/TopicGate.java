package io.polyplug.ainb;

import java.util.List;

/** Which topics a grant of the bus is for (section 7). */
final class TopicGate {
  /** Only the host publishes these. */
  static final String FLEET = "fleet.";

  private TopicGate() {}

  static boolean allows(Grant grant, String topic) {
    return switch (grant) {
      case Grant.Flag(boolean given) -> given;
      case Grant.Listed(List<String> entries) ->
          entries.stream().anyMatch(entry -> matches(entry, topic));
    };
  }

  private static boolean matches(String entry, String topic) {
    boolean open = entry.endsWith("*") && !topic.startsWith(FLEET);
    return entry.equals(topic)
        || (open && topic.startsWith(entry.substring(0, entry.length() - 1)));
  }
}
