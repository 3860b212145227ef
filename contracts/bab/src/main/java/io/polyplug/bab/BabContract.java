package io.polyplug.bab;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SchemaResource;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.process.Environment;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bab contract: delegates that wrap command-line programs through adapters in JavaScript. */
public final class BabContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "bab";

  private final BabHost host;
  private final BabFolders folders;

  /** In the environment of this process; also called by the service loader. */
  public BabContract() {
    this(Environment.empty().inheritAll().variables());
  }

  /**
   * In another environment.
   *
   * @param environment where {@code HOME}, {@code PATH} and the settings are looked up, and what is
   *     passed on to programs, but for what is secret
   */
  public BabContract(Map<String, String> environment) {
    this(BabHost.of(environment));
  }

  BabContract(BabHost host) {
    this.host = host;
    this.folders = new BabFolders(host);
  }

  BabHost host() {
    return host;
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return folders.in(pluginFolder);
  }

  @Override
  public List<Path> homes(Map<String, String> environment) {
    return BabHost.homes(environment);
  }

  @Override
  public Optional<PackageReading> recognise(Path folder) {
    return BabPackage.read(folder, host);
  }

  @Override
  public String manifestName() {
    return BabManifest.FILE_NAME;
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    Path folder = table.folder().resolve(table.requiredText("path")).toAbsolutePath().normalize();
    BabOptions options = BabOptions.read(table);
    try {
      return BabDefinition.bound(folder, BabManifest.read(folder), options, table.file(), host);
    } catch (InvalidManifest e) {
      throw table.mistake("path", "no usable plugin in " + folder + ": " + e.getMessage());
    }
  }

  @Override
  public Json bindingSchema() {
    return SchemaResource.read(BabContract.class.getResourceAsStream("binding.schema.json"));
  }
}
