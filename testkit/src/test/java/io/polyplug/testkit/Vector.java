package io.polyplug.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One of the files of {@code sdk/vectors}: what a host and a plugin say to each other.
 *
 * @param folder that of its contract
 */
record Vector(Path folder, String name, List<JsonNode> steps) {
  private static final Path ALL =
      Path.of(System.getProperty("polyplug.root"), "sdk", "vectors").toAbsolutePath().normalize();

  static Vector of(String contract, String name) {
    Path folder = ALL.resolve(contract);
    try {
      List<JsonNode> steps = new ArrayList<>();
      JsonMapper.shared()
          .readTree(Files.readString(folder.resolve(name + ".json")))
          .get("steps")
          .forEach(steps::add);
      return new Vector(folder, name, steps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This one and then all others of its contract. */
  List<Vector> andOthers() {
    try (Stream<Path> files = Files.list(folder)) {
      Stream<Vector> others =
          files
              .map(it -> it.getFileName().toString())
              .filter(it -> it.endsWith(".json") && !it.equals(name + ".json"))
              .sorted()
              .map(it -> of(folder.getFileName().toString(), it.replace(".json", "")));
      return Stream.concat(Stream.of(this), others).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What its host says, in order. */
  List<JsonNode> hostFrames() {
    return steps.stream()
        .filter(it -> it.path("host").isObject())
        .map(it -> it.get("host"))
        .toList();
  }

  /** What its plugin answers to the request of this id. */
  JsonNode answer(JsonNode id) {
    return steps.stream()
        .flatMap(Vector::pluginFrames)
        .filter(it -> !it.has("method"))
        .filter(it -> id.equals(it.get("id")) || id.equals(it.get("request_id")))
        .findFirst()
        .orElseThrow();
  }

  /** The frames of the plugin in one step; none if it is a step of the host. */
  static Stream<JsonNode> pluginFrames(JsonNode step) {
    return step.has("plugin")
        ? Stream.of(step.get("plugin"))
        : step.path("plugin_in_any_order").valueStream();
  }
}
