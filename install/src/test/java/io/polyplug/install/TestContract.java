package io.polyplug.install;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A contract whose packages have a {@code test-plugin.json} at their root. */
record TestContract(String id, String manifestName) implements Contract {
  TestContract() {
    this("test", "test-plugin.json");
  }

  static String manifest(String id, String version, String... asksFor) {
    return Json.object(
            out -> {
              out.writeStringProperty("id", id);
              out.writeStringProperty("version", version);
              out.writeStringProperty("program", "bin/run");
              out.writeArrayPropertyStart("asksFor");
              for (String what : asksFor) {
                out.writeString(what);
              }
              out.writeEndArray();
            })
        .toString();
  }

  @Override
  public Optional<PackageReading> recognise(Path folder) {
    Path file = folder.resolve(manifestName);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      Map<String, Json> members = JsonParts.members(Json.parse(Files.readAllBytes(file)));
      return Optional.of(
          new PackageReading.Good(
              new PackageDescription(
                  id,
                  members.get("id").stringValue(),
                  members.get("version").stringValue(),
                  List.of(members.get("program").stringValue()),
                  JsonParts.elements(members.get("asksFor")).stream()
                      .map(Json::stringValue)
                      .toList())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InvalidJson | NullPointerException e) {
      return Optional.of(new PackageReading.Bad(id, "its manifest is broken"));
    }
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return List.of();
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Json bindingSchema() {
    return Json.EMPTY_OBJECT;
  }
}
