package io.polyplug.ainb;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ainb contract, version 2: plugins that call their host back, draw screens and exchange
 * snapshots.
 */
public final class AinbContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "ainb";

  private final AinbHost host;
  private final AinbFolders folders;

  /** In the environment of this process; also called by the service loader. */
  public AinbContract() {
    this(System.getenv(), AinbActions.builtIn());
  }

  /**
   * In another environment.
   *
   * @param environment where {@code HOME}, {@code AINB_HOME} and the variables that select plugins
   *     are looked up
   * @param actions what plugins may invoke
   */
  public AinbContract(Map<String, String> environment, AinbActions actions) {
    this(environment, actions, ReverseAnswers.NONE);
  }

  /**
   * As {@link #AinbContract(Map, AinbActions)}, for tests of plugins.
   *
   * @param answers asked before files, network and actions are
   */
  public AinbContract(
      Map<String, String> environment, AinbActions actions, ReverseAnswers answers) {
    this.host =
        new AinbHost(
            HostHomes.of(environment),
            actions,
            answers,
            AinbHost.KIND,
            new AtomicLong(),
            new AtomicLong(),
            new EventTexts());
    this.folders = new AinbFolders(environment, this::installed);
  }

  private PluginDefinition installed(PluginFolder plugin) {
    return AinbDefinition.installed(plugin, host);
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
    return AinbFolders.homes(environment);
  }

  @Override
  public Optional<PackageReading> recognise(Path folder) {
    return AinbPackage.read(folder);
  }

  @Override
  public String manifestName() {
    return Manifest.FILE_NAME;
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return AinbDefinition.bound(AinbBinding.read(table), table.file(), host);
  }

  @Override
  public Json bindingSchema() {
    return AinbSchemas.binding();
  }
}
