package io.polyplug.host;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plugin that can be set something, for {@link Plugin#as}. Values that are kept for it are handed
 * over with its next start. Safe from any thread.
 */
public interface SettablePlugin {
  /** What its running instance says can be set; empty while none runs. Starts nothing. */
  Optional<List<PluginSetting>> settings();

  /** What its configuration sets; that counts, whatever is kept beside it. */
  Map<String, Json> configured();
}
