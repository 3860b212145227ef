package io.polyplug.host.config;

import io.polyplug.host.PluginInfo;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the user has set for plugins, kept in a file of the state folder: one JSON object on a line,
 * with the plugin's key and its values. Nothing is created before something is set. What cannot be
 * read is told and stays as it is. Safe from any thread.
 */
public final class KeptSettings {
  private static final String PLUGIN = "plugin";
  private static final String VALUES = "values";

  private final StateLines lines;

  public KeptSettings(Path stateFolder) {
    this.lines = new StateLines(stateFolder, "settings");
  }

  /**
   * The values of a plugin as they are now; none if nothing was set.
   *
   * @throws IOException with a sentence if the file cannot be read, or what it says of this plugin
   */
  public Map<String, Json> of(PluginInfo plugin) throws IOException {
    return of(plugin, read());
  }

  private Map<String, Json> of(PluginInfo plugin, List<String> all) throws IOException {
    for (String line : all) {
      Optional<Entry> entry = Entry.read(line);
      if (entry.isPresent() && entry.get().isOf(plugin)) {
        return entry.get().values();
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (isBroken(all.get(i)) && all.get(i).contains(plugin.key())) {
        throw new IOException(sentence(i));
      }
    }
    return Map.of();
  }

  /** A sentence for each line that says nothing that can be understood; they are left alone. */
  public List<String> problems() throws IOException {
    List<String> all = read();
    return IntStream.range(0, all.size())
        .filter(i -> isBroken(all.get(i)))
        .mapToObj(this::sentence)
        .toList();
  }

  private List<String> read() throws IOException {
    try {
      return lines.read();
    } catch (IOException e) {
      throw new IOException(
          "the settings in %s cannot be read (%s): mend the file, or remove it to forget them"
              .formatted(lines.file(), why(e)),
          e);
    }
  }

  private static String why(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException it when it.getReason() != null -> it.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static boolean isBroken(String line) {
    return !line.isBlank() && Entry.read(line).isEmpty();
  }

  private String sentence(int index) {
    return "line %d of %s cannot be read: mend it, or remove it to forget what it says"
        .formatted(index + 1, lines.file());
  }

  /**
   * Keeps these values in the place of all before; none to forget the plugin. What cannot be read
   * is never replaced: then nothing changes.
   */
  public void set(PluginInfo plugin, Map<String, Json> values) throws IOException {
    var _ = of(plugin);
    try {
      lines.change(
          before -> {
            check(plugin, before);
            List<String> after = new ArrayList<>(before);
            after.removeIf(line -> Entry.read(line).filter(it -> it.isOf(plugin)).isPresent());
            if (!values.isEmpty()) {
              after.add(line(plugin, values));
            }
            return after;
          });
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Once more, under the lock. */
  private void check(PluginInfo plugin, List<String> before) {
    try {
      var _ = of(plugin, before);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** What one line says. */
  private record Entry(String plugin, Map<String, Json> values) {
    /** Empty if it is no line of ours. */
    static Optional<Entry> read(String line) {
      try {
        Json whole = Json.parse(line);
        if (whole.kind() != Json.Kind.OBJECT) {
          return Optional.empty();
        }
        Map<String, Json> members = JsonParts.members(whole);
        Json plugin = members.get(PLUGIN);
        Json values = members.get(VALUES);
        return plugin == null
                || plugin.stringValue() == null
                || values == null
                || values.kind() != Json.Kind.OBJECT
            ? Optional.empty()
            : Optional.of(
                new Entry(String.valueOf(plugin.stringValue()), JsonParts.members(values)));
      } catch (InvalidJson e) {
        return Optional.empty();
      }
    }

    boolean isOf(PluginInfo info) {
      return plugin.equals(info.key());
    }
  }

  private static String line(PluginInfo plugin, Map<String, Json> values) {
    return Json.object(
            out -> {
              out.writeStringProperty(PLUGIN, plugin.key());
              out.writeObjectPropertyStart(VALUES);
              values.forEach(
                  (key, value) -> {
                    out.writeName(key);
                    value.compact().writeTo(out);
                  });
              out.writeEndObject();
            })
        .toString();
  }
}
