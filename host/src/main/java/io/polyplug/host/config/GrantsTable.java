package io.polyplug.host.config;

import io.polyplug.host.Grants;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The {@code [grants]} table of a file: for each plugin id what to allow and what to deny. */
public final class GrantsTable {
  private GrantsTable() {}

  /** The rules in a document, by plugin id; throws {@link ConfigMistake}. */
  public static Map<String, Grants.Rule> read(ConfigTable root) {
    Map<String, Grants.Rule> rules = new LinkedHashMap<>();
    root.table("grants")
        .ifPresent(
            grants -> {
              for (String plugin : grants.keys()) {
                ConfigTable rule = grants.table(plugin).orElseThrow();
                rules.put(
                    plugin,
                    new Grants.Rule(
                        rule.texts("allow").map(Set::copyOf),
                        rule.texts("deny").map(Set::copyOf).orElse(Set.of())));
                rule.finish();
              }
            });
    return rules;
  }
}
