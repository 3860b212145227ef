package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.wire.Json;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes a manifest as JSON with TOML's tables as objects; every table is there. */
final class ManifestJson {
  private ManifestJson() {}

  static Json write(Manifest manifest) {
    return Json.object(
        out -> {
          plugin(manifest, out);
          capabilities(manifest.capabilities(), out);
          provides(manifest.provides(), out);
          out.writeObjectPropertyStart("subscribes");
          list("snapshots", manifest.subscribes().snapshots(), out);
          list("latest_state", manifest.subscribes().latestState(), out);
          out.writeEndObject();
          out.writeObjectPropertyStart("lifecycle");
          out.writeStringProperty("spawn", manifest.lifecycle().spawn().word());
          out.writeNumberProperty("idle_reap_secs", manifest.lifecycle().idleReap().toSeconds());
          out.writeEndObject();
          out.writeArrayPropertyStart("config");
          manifest.config().forEach(setting -> setting(setting, out));
          out.writeEndArray();
        });
  }

  private static void plugin(Manifest manifest, JsonGenerator out) {
    out.writeObjectPropertyStart("plugin");
    out.writeStringProperty("name", manifest.name());
    out.writeStringProperty("version", manifest.version());
    out.writeNumberProperty("abi_version", AinbProtocol.ABI);
    out.writeStringProperty("description", manifest.description());
    out.writeEndObject();
  }

  private static void capabilities(Capabilities capabilities, JsonGenerator out) {
    out.writeObjectPropertyStart("capabilities");
    capabilities
        .grants()
        .forEach(
            (name, grant) -> {
              switch (grant) {
                case Grant.Flag(boolean given) -> out.writeBooleanProperty(name, given);
                case Grant.Listed(List<String> entries) -> list(name, entries, out);
              }
            });
    out.writeEndObject();
  }

  private static void provides(Manifest.Provides provides, JsonGenerator out) {
    out.writeObjectPropertyStart("provides");
    list("screens", provides.screens(), out);
    list("commands", provides.commands(), out);
    list("cli_namespaces", provides.cliNamespaces(), out);
    list("snapshots", provides.snapshots(), out);
    provides
        .preferredMinSize()
        .ifPresent(
            size -> {
              out.writeArrayPropertyStart("preferred_min_size");
              out.writeNumber(size.width());
              out.writeNumber(size.height());
              out.writeEndArray();
            });
    out.writeEndObject();
  }

  private static void setting(Manifest.Setting setting, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("key", setting.key());
    out.writeStringProperty("kind", setting.kind());
    out.writeStringProperty("label", setting.label());
    out.writeStringProperty("default", setting.defaultValue());
    list("choices", setting.choices(), out);
    out.writeEndObject();
  }

  private static void list(String name, List<String> values, JsonGenerator out) {
    out.writeArrayPropertyStart(name);
    values.forEach(out::writeString);
    out.writeEndArray();
  }
}
