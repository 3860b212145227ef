package io.polyplug.bab;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;

/** A contract with one plugin, for a host that is to hold nothing else. */
record OnePluginContract(BabDefinition plugin) implements Contract {
  @Override
  public String id() {
    return BabContract.ID;
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return List.of(new Discovered.Found(plugin));
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    throw table.mistake("contract", "nothing can be bound here");
  }

  @Override
  public Json bindingSchema() {
    return Json.EMPTY_OBJECT;
  }
}
