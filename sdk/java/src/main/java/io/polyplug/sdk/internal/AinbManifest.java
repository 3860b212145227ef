package io.polyplug.sdk.internal;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a plugin says of itself to ainb: the same tables on the wire and in its file. */
final class AinbManifest {
  /** The capabilities of the contract (2.2); all others are for other contracts. */
  private static final Set<String> CAPABILITIES =
      Set.of(
          "event_bus",
          "network",
          "read_sessions",
          "read_claude_logs",
          "read_codex_logs",
          "read_paths",
          "write_plugin_data",
          "spawn_subprocess");

  private AinbManifest() {}

  static boolean isCapability(String name) {
    return CAPABILITIES.contains(name);
  }

  /** The tables by name, each with its keys: texts, numbers, true, and lists of texts. */
  static Map<String, Map<String, Object>> tables(Declaration plugin) {
    Map<String, Map<String, Object>> tables = new LinkedHashMap<>();
    Map<String, Object> self = new LinkedHashMap<>();
    self.put("name", plugin.name());
    self.put("version", plugin.version());
    self.put("abi_version", AinbProtocol.ABI);
    self.put("description", plugin.description());
    tables.put("plugin", self);
    Map<String, Object> capabilities = new LinkedHashMap<>();
    plugin
        .asks()
        .forEach(
            (name, values) -> {
              if (isCapability(name)) {
                capabilities.put(name, values.isEmpty() ? (Object) true : values);
              }
            });
    tables.put("capabilities", capabilities);
    Map<String, Object> provides = new LinkedHashMap<>();
    provides.put("screens", new ArrayList<>(plugin.screens().keySet()));
    provides.put("commands", List.of());
    provides.put(
        "cli_namespaces", plugin.callable().isEmpty() ? List.of() : List.of(plugin.name()));
    provides.put("snapshots", plugin.publishes());
    tables.put("provides", provides);
    tables.put("subscribes", Map.of("snapshots", new ArrayList<>(plugin.hears().keySet())));
    Map<String, Object> lifecycle = new LinkedHashMap<>();
    lifecycle.put("spawn", plugin.eager() ? "eager" : "lazy");
    lifecycle.put("idle_reap_secs", plugin.idleReapSeconds());
    tables.put("lifecycle", lifecycle);
    return tables;
  }

  /** The result of init. */
  static Json reply(Declaration plugin) {
    return Json.object(
        out -> {
          out.writeName("manifest");
          Values.write(tables(plugin), out);
          out.writeNumberProperty("abi_version", AinbProtocol.ABI);
        });
  }
}
