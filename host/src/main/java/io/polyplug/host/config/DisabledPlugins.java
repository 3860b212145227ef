package io.polyplug.host.config;

import io.polyplug.host.PluginInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which plugins the user has disabled, kept in a file of the state folder: one name on a line, as
 * {@link DisabledNames} matches them. Nothing is created before something is disabled. Safe from
 * any thread.
 */
public final class DisabledPlugins {
  private final StateLines lines;

  public DisabledPlugins(Path stateFolder) {
    this.lines = new StateLines(stateFolder, "disabled");
  }

  /** The names as they are now. */
  public List<String> names() throws IOException {
    return named(lines.read());
  }

  private static List<String> named(List<String> lines) {
    return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Adds a plugin under this name; nothing changes if it is disabled already. */
  public void disable(PluginInfo plugin, String name) throws IOException {
    lines.change(
        before -> {
          List<String> names = new ArrayList<>(named(before));
          if (!new DisabledNames(names).has(plugin)) {
            names.add(name.replaceAll("\\R", " "));
          }
          return names;
        });
  }

  /** Takes out every name that means this plugin; whether there was one. */
  public boolean enable(PluginInfo plugin) throws IOException {
    if (names().isEmpty()) {
      return false;
    }
    boolean[] found = new boolean[1];
    lines.change(
        before -> {
          List<String> names = new ArrayList<>(named(before));
          found[0] = names.removeIf(name -> new DisabledNames(List.of(name)).has(plugin));
          return names;
        });
    return found[0];
  }
}
