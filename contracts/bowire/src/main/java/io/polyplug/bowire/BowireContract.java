package io.polyplug.bowire;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SchemaResource;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Bowire contract: sidecars with unary calls, streams and duplex channels. */
public final class BowireContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "bowire";

  /** There is nothing to choose; also called by the service loader. */
  public BowireContract() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return SidecarFolders.in(pluginFolder);
  }

  @Override
  public List<Path> homes(Map<String, String> environment) {
    return SidecarFolders.homes(environment);
  }

  @Override
  public Optional<PackageReading> recognise(Path folder) {
    return SidecarPackage.read(folder);
  }

  @Override
  public String manifestName() {
    return SidecarManifest.FILE_NAME;
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return new SidecarDefinition(SidecarBinding.read(table));
  }

  @Override
  public Json bindingSchema() {
    return resource("binding.schema.json");
  }

  /** A JSON Schema of {@code sidecar.json}, for editors and for those who write one. */
  public static Json manifestSchema() {
    return resource("sidecar.schema.json");
  }

  /**
   * How long a sidecar may take to end (7.7): what the manifest in this folder says, else what
   * holds for one that says nothing.
   */
  public static Duration shutdownTime(Optional<Path> folder) {
    try {
      return folder.isPresent()
              && SidecarManifest.read(folder.get()).wire() instanceof SidecarManifest.Wire.Stdio it
          ? it.shutdown()
          : SidecarManifest.DEFAULT_SHUTDOWN;
    } catch (InvalidManifest e) {
      return SidecarManifest.DEFAULT_SHUTDOWN;
    }
  }

  private static Json resource(String name) {
    return SchemaResource.read(BowireContract.class.getResourceAsStream(name));
  }
}
