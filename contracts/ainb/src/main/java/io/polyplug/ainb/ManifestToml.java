package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a manifest as TOML; what is at its default and has no form to keep is left out. */
final class ManifestToml {
  private final StringBuilder out = new StringBuilder();

  private ManifestToml() {}

  static String write(Manifest manifest) {
    ManifestToml toml = new ManifestToml();
    toml.all(manifest);
    return toml.out.toString();
  }

  private void all(Manifest manifest) {
    header("[plugin]");
    pair("name", text(manifest.name()));
    pair("version", text(manifest.version()));
    pair("abi_version", String.valueOf(AinbProtocol.ABI));
    if (!manifest.description().isEmpty()) {
      pair("description", text(manifest.description()));
    }
    header("[capabilities]");
    manifest
        .capabilities()
        .grants()
        .forEach(
            (name, grant) ->
                pair(
                    name.indexOf(':') < 0 ? name : text(name),
                    switch (grant) {
                      case Grant.Flag(boolean given) -> String.valueOf(given);
                      case Grant.Listed(List<String> entries) -> texts(entries);
                    }));
    provides(manifest.provides());
    header("[subscribes]");
    list("snapshots", manifest.subscribes().snapshots());
    list("latest_state", manifest.subscribes().latestState());
    header("[lifecycle]");
    pair("spawn", text(manifest.lifecycle().spawn().word()));
    pair("idle_reap_secs", String.valueOf(manifest.lifecycle().idleReap().toSeconds()));
    manifest.config().forEach(this::setting);
  }

  private void provides(Manifest.Provides provides) {
    header("[provides]");
    list("screens", provides.screens());
    list("commands", provides.commands());
    list("cli_namespaces", provides.cliNamespaces());
    list("snapshots", provides.snapshots());
    provides
        .preferredMinSize()
        .ifPresent(
            size -> pair("preferred_min_size", "[" + size.width() + ", " + size.height() + "]"));
  }

  private void setting(Manifest.Setting setting) {
    header("[[config]]");
    pair("key", text(setting.key()));
    pair("kind", text(setting.kind()));
    pair("label", text(setting.label()));
    pair("default", text(setting.defaultValue()));
    list("choices", setting.choices());
  }

  private void header(String header) {
    out.append(out.isEmpty() ? "" : "\n").append(header).append('\n');
  }

  private void list(String key, List<String> values) {
    if (!values.isEmpty()) {
      pair(key, texts(values));
    }
  }

  private void pair(String key, String value) {
    out.append(key).append(" = ").append(value).append('\n');
  }

  private static String texts(List<String> values) {
    return values.stream().map(ManifestToml::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7F) {
        quoted.append("\\u%04X".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
