package io.polyplug.gateway;

import io.polyplug.base.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names for tools that every client accepts: letters, digits, {@code _} and {@code -}, at most 64
 * characters. A name is made of the plugin's id and the tool's name and nothing else, so that it is
 * the same in every run; one that two tools would share, or that is too long, ends with a digest of
 * the full one.
 */
final class ToolNames {
  private static final int LONGEST = 64;
  private static final int DIGEST = 8;

  /** Which tool: the key of its plugin, the plugin's id, and its own name. */
  record Tool(String key, String plugin, String name) {}

  private ToolNames() {}

  /** A name for each, in the same order. */
  static List<String> of(List<Tool> tools) {
    Map<String, Integer> uses = new HashMap<>();
    for (Tool tool : tools) {
      uses.merge(plain(tool), 1, Integer::sum);
    }
    List<String> names = new ArrayList<>();
    for (Tool tool : tools) {
      String plain = plain(tool);
      boolean fits = plain.length() <= LONGEST && uses.getOrDefault(plain, 0) == 1;
      names.add(fits ? plain : withDigest(plain, tool));
    }
    return names;
  }

  private static String plain(Tool tool) {
    return (tool.plugin() + "_" + tool.name()).replaceAll("[^A-Za-z0-9_-]", "_");
  }

  private static String withDigest(String plain, Tool tool) {
    int kept = Math.min(plain.length(), LONGEST - DIGEST - 1);
    return plain.substring(0, kept)
        + "_"
        + Sha256.of(tool.key() + "\n" + tool.name()).substring(0, DIGEST);
  }
}
