package io.polyplug.bab;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the installer wrote into a plugin's folder: {@code .install.json} (section 18). */
final class InstallNote {
  static final String NAME = ".install.json";

  private static final int MOST_BYTES = 1 << 20;

  private InstallNote() {}

  /** A text member of it; empty if there is no such note or no such member. */
  static Optional<String> text(Path folder, String member) throws PluginFiles.Unusable {
    try {
      Json noted = Json.parse(PluginFiles.text(folder, NAME, MOST_BYTES));
      @Nullable Json value = JsonParts.find(noted, member)[0];
      return value == null ? Optional.empty() : Optional.of(String.valueOf(value.stringValue()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (InvalidJson | IllegalArgumentException e) {
      throw new PluginFiles.Unusable(NAME + " is not a JSON object; install the plugin again");
    }
  }
}
