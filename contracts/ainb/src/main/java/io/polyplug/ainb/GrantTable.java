package io.polyplug.ainb;

import io.polyplug.host.config.ConfigTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table {@code [capabilities]}: each grant in the form it is written in (2.2). */
final class GrantTable {
  private final Optional<ConfigTable> table;
  private final ManifestNotes notes;

  GrantTable(Optional<ConfigTable> table, ManifestNotes notes) {
    this.table = table;
    this.notes = notes;
  }

  Capabilities read() {
    return table.map(this::read).orElse(Capabilities.NONE);
  }

  private Capabilities read(ConfigTable capabilities) {
    Map<String, Grant> grants = new LinkedHashMap<>();
    for (String name : Capability.ALL) {
      notes
          .orNote(Optional.<Grant>empty(), () -> grant(capabilities, name))
          .ifPresent(grant -> grants.put(name, grant));
    }
    for (String unknown : capabilities.unasked()) {
      notes.warn(capabilities, unknown, "an unknown capability, which is not granted");
    }
    return new Capabilities(grants);
  }

  private Optional<Grant> grant(ConfigTable capabilities, String name) {
    if (capabilities.isList(name)) {
      List<String> entries = capabilities.texts(name).orElseThrow();
      if (Capability.FLAGS.contains(name)) {
        notes.warn(
            capabilities,
            name,
            "a list says nothing here: it "
                + (entries.isEmpty() ? "counts as false" : "counts as true")
                + ", whatever is in it");
      }
      return Optional.of(new Grant.Listed(entries));
    }
    if (capabilities.has(name) && !capabilities.isFlag(name)) {
      throw capabilities.mistake(
          name, "expected true, false or a list of texts, found " + capabilities.found(name));
    }
    return capabilities.flag(name).map(Grant.Flag::new);
  }
}
