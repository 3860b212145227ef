package io.polyplug.mcp;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SchemaResource;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;

/**
 * The Model Context Protocol: servers that are programs or services, of any revision of the
 * protocol from 2024-11-05 to 2026-07-28.
 */
public final class McpContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "mcp";

  private final McpHooks hooks;

  /** With nothing that servers may ask for but roots; also called by the service loader. */
  public McpContract() {
    this(McpHooks.NONE);
  }

  /** With what servers may ask of this program. */
  public McpContract(McpHooks hooks) {
    this.hooks = hooks;
  }

  @Override
  public String id() {
    return ID;
  }

  /** Servers have no manifest: they are bound, not found. */
  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return List.of();
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return new McpDefinition(McpBinding.read(table), hooks);
  }

  @Override
  public List<String> bindingFiles() {
    return List.of(ServersFile.NAME);
  }

  @Override
  public List<Discovered> bindFile(Path file, byte[] content) {
    return ServersFile.read(file, content, hooks);
  }

  /** Reads {@code servers}: files in the shape of {@code .mcp.json}, relative to the table's. */
  @Override
  public List<Path> namedFiles(ConfigTable table) {
    return table.texts("servers").orElse(List.of()).stream()
        .map(name -> table.folder().resolve(name))
        .toList();
  }

  @Override
  public Json bindingSchema() {
    return SchemaResource.read(McpContract.class.getResourceAsStream("binding.schema.json"));
  }
}
