package io.polyplug.bento;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SchemaResource;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The bento contract: language adapters, each a program called {@code bento-adapter-<id>}. */
public final class BentoContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "bento";

  /** Queries take turns, also those to different plugins (2.1). */
  private final Lock queries = new ReentrantLock();

  /** There is nothing to choose; also called by the service loader. */
  public BentoContract() {}

  @Override
  public String id() {
    return ID;
  }

  /** The programs that lie directly in the folder, as they would in an entry of the path (3). */
  @Override
  public List<Discovered> discover(Path pluginFolder) {
    Path folder = pluginFolder.toAbsolutePath().normalize();
    List<Discovered> found = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (String name : AdapterSearch.namesIn(folder)) {
      String id = AdapterSearch.id(name);
      Path program = folder.resolve(name);
      if (id == null || !AdapterSearch.isProgram(program)) {
        continue;
      }
      found.add(
          taken.add(id)
              ? new Discovered.Found(BentoDefinition.installed(id, program, queries))
              : new Discovered.Invalid(ID, program, "an earlier program here has the same id"));
    }
    return found;
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return BentoDefinition.bound(table, queries);
  }

  @Override
  public Json bindingSchema() {
    return SchemaResource.read(BentoContract.class.getResourceAsStream("binding.schema.json"));
  }
}
