package io.polyplug.monorepo.config;

import java.util.Map;

/**
 * A {@code [toolchain]} table.
 *
 * @param useSystem whether pins are not looked at
 * @param versions version by tool
 */
public record ToolPins(boolean useSystem, Map<String, String> versions) {
  /** No table at all. */
  public static final ToolPins NONE = new ToolPins(false, Map.of());

  public ToolPins {
    versions = Map.copyOf(versions);
  }
}
