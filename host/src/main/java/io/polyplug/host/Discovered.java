package io.polyplug.host;

import java.nio.file.Path;

/** What a contract found in a plugin folder. */
public sealed interface Discovered {
  /** A plugin that can be used. */
  record Found(PluginDefinition definition) implements Discovered {}

  /**
   * A folder that belongs to the contract but cannot be used, and why; the reason is safe to show.
   */
  record Invalid(String contract, Path folder, String reason) implements Discovered {}
}
