package io.polyplug.monorepo.config;

import io.polyplug.host.config.ConfigTable;
import java.util.Optional;

/** What a workspace may say and this program does not act on (section 4). */
final class IgnoredKeys {
  private IgnoredKeys() {}

  /** Asks for the ignored keys of a file's top table, checking the shape of what they hold. */
  static void skip(ConfigTable top) {
    top.text("package_manager");
    top.table("integrations");
    top.tables("garnishes");
    Optional<ConfigTable> telemetry = top.table("telemetry");
    if (telemetry.isPresent()) {
      telemetry.get().flag("enabled");
      telemetry.get().finish();
    }
    Optional<ConfigTable> environments = top.table("environments");
    if (environments.isPresent()) {
      for (String name : environments.get().keys()) {
        Optional<ConfigTable> environment = environments.get().table(name);
        if (environment.isPresent()) {
          environment.get().table("secrets");
          environment.get().finish();
        }
      }
    }
  }
}
