package io.polyplug.ainb;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigTable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tables of one manifest but for the first, each with its checks. Used by one thread. */
final class ManifestTables {
  private static final long MAX_U32 = 0xFFFF_FFFFL;
  private static final int MAX_U16 = 0xFFFF;
  private static final List<String> KINDS = List.of("path", "string", "bool", "enum", "int");

  private final ConfigTable root;
  private final ManifestNotes notes;

  ManifestTables(ConfigTable root, ManifestNotes notes) {
    this.root = root;
    this.notes = notes;
  }

  Manifest manifest(PluginTable plugin, Optional<String> folderName) {
    String name = plugin.name(folderName);
    String version = plugin.version();
    String description = plugin.description();
    plugin.warnOfUnknown();
    Capabilities capabilities = new GrantTable(table("capabilities"), notes).read();
    Manifest manifest =
        new Manifest(
            name,
            version,
            description,
            capabilities,
            provides(table("provides")),
            subscribes(table("subscribes"), capabilities),
            lifecycle(table("lifecycle")),
            settings());
    notes.warnOfUnknown(root);
    return manifest;
  }

  private Optional<ConfigTable> table(String name) {
    return notes.orNote(Optional.empty(), () -> root.table(name));
  }

  private List<String> texts(Optional<ConfigTable> table, String key) {
    return notes.orNote(List.of(), () -> table.flatMap(it -> it.texts(key)).orElse(List.of()));
  }

  private Manifest.Provides provides(Optional<ConfigTable> table) {
    Manifest.Provides provides =
        new Manifest.Provides(
            texts(table, "screens"),
            texts(table, "commands"),
            texts(table, "cli_namespaces"),
            texts(table, "snapshots"),
            notes.orNote(Optional.empty(), () -> table.flatMap(ManifestTables::size)));
    table.ifPresent(notes::warnOfUnknown);
    return provides;
  }

  private static Optional<Manifest.Size> size(ConfigTable provides) {
    String key = "preferred_min_size";
    return provides
        .wholes(key, 0, MAX_U16)
        .map(
            numbers -> {
              if (numbers.size() != 2) {
                throw provides.mistake(
                    key, "expected two numbers, columns and rows, found " + numbers.size());
              }
              return new Manifest.Size(numbers.get(0).intValue(), numbers.get(1).intValue());
            });
  }

  private Manifest.Subscribes subscribes(Optional<ConfigTable> table, Capabilities capabilities) {
    List<String> topics = texts(table, "snapshots");
    List<String> latest = texts(table, "latest_state");
    table.ifPresent(
        it -> {
          notes.orNote(false, () -> areAmong(it, latest, topics));
          if (!topics.isEmpty() && !capabilities.isGranted(Capability.EVENT_BUS)) {
            notes.warn(
                it, "snapshots", "nothing is delivered, since event_bus is not granted to it");
          }
          notes.warnOfUnknown(it);
        });
    return new Manifest.Subscribes(topics, latest);
  }

  private static boolean areAmong(ConfigTable table, List<String> latest, List<String> topics) {
    Set<String> known = new HashSet<>(topics);
    for (String topic : latest) {
      if (!known.contains(topic)) {
        throw table.mistake(
            "latest_state",
            "expected topics of subscribes.snapshots, found \""
                + UntrustedText.excerpt(topic, 80)
                + "\"");
      }
    }
    return true;
  }

  private Manifest.Lifecycle lifecycle(Optional<ConfigTable> table) {
    Manifest.Lifecycle usual = Manifest.Lifecycle.DEFAULT;
    Manifest.Lifecycle lifecycle =
        new Manifest.Lifecycle(
            notes.orNote(
                usual.spawn(), () -> table.flatMap(ManifestTables::spawn).orElse(usual.spawn())),
            notes.orNote(
                usual.idleReap(),
                () ->
                    table
                        .flatMap(it -> it.whole("idle_reap_secs", 0, MAX_U32))
                        .map(Duration::ofSeconds)
                        .orElse(usual.idleReap())));
    table.ifPresent(notes::warnOfUnknown);
    return lifecycle;
  }

  private static Optional<Manifest.Spawn> spawn(ConfigTable lifecycle) {
    return lifecycle
        .text("spawn")
        .map(
            word ->
                switch (word) {
                  case "lazy" -> Manifest.Spawn.LAZY;
                  case "eager" -> Manifest.Spawn.EAGER;
                  default ->
                      throw lifecycle.mistake(
                          "spawn",
                          "expected \"lazy\" or \"eager\", found " + lifecycle.found("spawn"));
                });
  }

  private List<Manifest.Setting> settings() {
    return notes.orNote(
        List.of(), () -> root.tables("config").stream().map(this::setting).toList());
  }

  private Manifest.Setting setting(ConfigTable table) {
    String key = table.requiredText("key");
    String kind = table.requiredText("kind");
    if (!KINDS.contains(kind)) {
      throw table.mistake(
          "kind", "expected one of " + String.join(", ", KINDS) + ", found " + table.found("kind"));
    }
    Manifest.Setting setting =
        new Manifest.Setting(
            key,
            kind,
            table.text("label").orElse(key),
            table.text("default").orElse(""),
            table.texts("choices").orElse(List.of()));
    notes.warnOfUnknown(table);
    return setting;
  }
}
