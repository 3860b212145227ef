package io.polyplug.mcp;

import io.polyplug.host.PluginInfo;
import java.util.List;
import java.util.Optional;

/**
 * One server as a configuration binds it.
 *
 * @param logLevel which of its log messages are wanted; empty: a legacy server decides, a modern
 *     one sends none
 */
record McpPlugin(
    PluginInfo info, McpWire wire, McpTimes times, List<Root> roots, Optional<LogLevel> logLevel) {
  McpPlugin {
    roots = List.copyOf(roots);
  }

  String id() {
    return info.id();
  }
}
