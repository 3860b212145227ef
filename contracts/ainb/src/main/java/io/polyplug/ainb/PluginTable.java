package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import java.util.Optional;
import java.util.regex.Pattern;

/** The table {@code [plugin]}: who the plugin is (V2 and V4 to V8). Used by one thread. */
record PluginTable(ConfigTable table, ManifestNotes notes) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final String RESERVED_NAME = "host";
  private static final long MAX_U32 = 0xFFFF_FFFFL;

  static PluginTable of(ConfigTable root, ManifestNotes notes) {
    return new PluginTable(
        root.table("plugin").orElseThrow(() -> root.mistake("", "the table [plugin] is missing")),
        notes);
  }

  /** False if the manifest is of another ABI, of which nothing else is known (V5). */
  boolean speaksOurAbi() {
    long ours = AinbProtocol.ABI;
    long abi = notes.orNote(ours, this::abi);
    return notes.orNote(
        false,
        () -> {
          if (abi != ours) {
            throw table.mistake(
                "abi_version",
                "expected ABI " + ours + ", which this host speaks, found ABI " + abi);
          }
          return true;
        });
  }

  private long abi() {
    return table.whole("abi_version", 0, MAX_U32).orElseThrow(() -> missing("abi_version", "2"));
  }

  String name(Optional<String> folderName) {
    return notes.orNote("", () -> checkedName(folderName));
  }

  private String checkedName(Optional<String> folderName) {
    String name = table.text("name").orElseThrow(() -> missing("name", "the name of its folder"));
    String found = "found \"" + UntrustedText.excerpt(name, 80) + "\"";
    if (!NAME.matcher(name).matches()) {
      throw table.mistake(
          "name",
          "expected letters, digits, '.', '_' and '-' that begin with a letter or digit, " + found);
    }
    if (name.equals(RESERVED_NAME)) {
      throw table.mistake(
          "name", "\"host\" is reserved for the host itself: expected another name");
    }
    if (folderName.isPresent() && !folderName.get().equals(name)) {
      String expected = UntrustedText.excerpt(folderName.get(), 80);
      throw table.mistake(
          "name", "expected the name of its folder, \"" + expected + "\", " + found);
    }
    return name;
  }

  String version() {
    return notes.orNote("", this::checkedVersion);
  }

  private String checkedVersion() {
    String version =
        table.text("version").orElseThrow(() -> missing("version", "a version such as \"1.4.0\""));
    if (!SemanticVersion.matches(version)) {
      throw table.mistake(
          "version",
          "expected a semantic version such as \"1.4.0\" or \"1.4.0-beta.1\", found \""
              + UntrustedText.excerpt(version, 80)
              + "\"");
    }
    return version;
  }

  String description() {
    return notes.orNote("", () -> table.text("description").orElse(""));
  }

  void warnOfUnknown() {
    notes.warnOfUnknown(table);
  }

  private ConfigMistake missing(String key, String expected) {
    return table.mistake("", "the key \"" + key + "\" is missing: expected " + expected);
  }
}
