package io.polyplug.monorepo.store;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads sidecars, which anybody may have written. Pure functions. */
final class SidecarReader {
  private SidecarReader() {}

  static Optional<Sidecar> read(byte[] bytes) {
    try {
      return Optional.of(sidecar(Json.parse(bytes)));
    } catch (InvalidJson | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Sidecar sidecar(Json json) {
    @Nullable Json[] members =
        JsonParts.find(
            json,
            "version",
            "task_name",
            "run",
            "dish",
            "adapter",
            "toolchain",
            "bento_version",
            "host",
            "env_vars",
            "files");
    if (number(members[0]) != Sidecar.VERSION) {
      throw new IllegalArgumentException("another version");
    }
    List<String> names = new ArrayList<>();
    for (Json name : JsonParts.elements(present(members[8]))) {
      names.add(text(name));
    }
    List<Sidecar.Input> files = new ArrayList<>();
    for (Json file : JsonParts.elements(present(members[9]))) {
      @Nullable Json[] parts = JsonParts.find(file, "path", "blake3", "size_bytes");
      files.add(new Sidecar.Input(text(parts[0]), text(parts[1]), number(parts[2])));
    }
    return new Sidecar(
        text(members[1]),
        text(members[2]),
        text(members[3]),
        optional(members[4]),
        optional(members[5]),
        text(members[6]),
        text(members[7]),
        names,
        files);
  }

  private static Json present(@Nullable Json value) {
    if (value == null) {
      throw new IllegalArgumentException("a member is missing");
    }
    return value;
  }

  private static String text(@Nullable Json value) {
    String text = present(value).stringValue();
    if (text == null) {
      throw new IllegalArgumentException("not a string");
    }
    return text;
  }

  private static Optional<String> optional(@Nullable Json value) {
    return value == null || value.kind() == Json.Kind.NULL
        ? Optional.empty()
        : Optional.of(text(value));
  }

  /** What is no number is an {@link IllegalArgumentException} too. */
  private static long number(@Nullable Json value) {
    return Long.parseLong(present(value).toString());
  }
}
