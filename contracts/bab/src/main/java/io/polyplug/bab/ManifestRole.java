package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A role as a manifest lists it (section 4). */
public sealed interface ManifestRole {
  String name();

  /** One of the host's own, by its name. */
  record BuiltIn(BuiltInRole role) implements ManifestRole {
    @Override
    public String name() {
      return role.id();
    }
  }

  /**
   * One that the plugin describes.
   *
   * @param name any text; may be that of a built-in one
   * @param description what it is for
   * @param inherits whose prompt comes before its own
   * @param promptFile relative to the plugin's folder; read when it is called
   * @param args strings, numbers and booleans, in the order of the file
   */
  record Described(
      String name,
      Optional<String> description,
      Optional<BuiltInRole> inherits,
      Optional<String> promptFile,
      Map<String, Json> args)
      implements ManifestRole {
    public Described {
      args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    }
  }
}
