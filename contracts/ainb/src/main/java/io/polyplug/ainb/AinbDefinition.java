package io.polyplug.ainb;

import io.polyplug.ainb.files.DataFiles;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.Health;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginState;
import io.polyplug.host.Session;
import io.polyplug.host.StoringPlugin;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.ToolInfo;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A plugin as the host sees it: one process, kept alive by the rules of section 8. */
final class AinbDefinition implements PluginDefinition {
  private static final int MAX_CALLS = 10_000;

  private final PluginFolder plugin;
  private final AinbOptions options;
  private final PluginInfo info;
  private final AinbHost host;

  private AinbDefinition(PluginFolder plugin, AinbOptions options, PluginInfo info, AinbHost host) {
    this.plugin = plugin;
    this.options = options;
    this.info = info;
    this.host = host;
  }

  static AinbDefinition installed(PluginFolder plugin, AinbHost host) {
    String installation = String.valueOf(plugin.folder().getFileName());
    return new AinbDefinition(
        plugin, AinbOptions.DEFAULT, info(plugin, plugin.folder(), installation), host);
  }

  static AinbDefinition bound(AinbBinding binding, Path file, AinbHost host) {
    return new AinbDefinition(
        binding.plugin(), binding.options(), info(binding.plugin(), file, ""), host);
  }

  private static PluginInfo info(PluginFolder plugin, Path origin, String installation) {
    Manifest manifest = plugin.manifest();
    return new PluginInfo(
        AinbContract.ID,
        manifest.name(),
        manifest.name(),
        manifest.version(),
        manifest.description(),
        origin,
        installation);
  }

  PluginFolder plugin() {
    return plugin;
  }

  @Override
  public PluginInfo info() {
    return info;
  }

  @Override
  public SupervisionPolicy supervision() {
    Manifest.Lifecycle lifecycle = plugin.manifest().lifecycle();
    return new SupervisionPolicy(
        Instances.SHARED,
        switch (lifecycle.spawn()) {
          case LAZY -> Start.LAZY;
          case EAGER -> Start.EAGER;
        },
        AfterDown.RESTART_BY_TIMER,
        OnReload.FORGET_FAILURES,
        options.failures(),
        options.idleReap().orElse(lifecycle.idleReap()),
        MAX_CALLS);
  }

  @Override
  public List<String> commandLine() {
    return List.of(plugin.executable().toString());
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return Optional.of(new AinbTools(plugin.manifest()).all());
  }

  @Override
  public Session start(InstanceContext context) {
    return new AinbInstance(plugin, options, info, host, context).start();
  }

  @Override
  public List<String> diagnose() {
    try {
      ProcessSpec spec = ProcessSpec.of(plugin.executable()).folder(plugin.folder()).build();
      return LaunchDiagnosis.examine(spec).map(LaunchFailure::getMessage).stream()
          .map(UntrustedText::escape)
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of(UntrustedText.escape(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public boolean sameAs(PluginDefinition other) {
    return other instanceof AinbDefinition it
        && it.plugin.equals(plugin)
        && it.options.equals(options)
        && it.info.equals(info);
  }

  /** The words of section 8.2. */
  @Override
  public Health health(PluginState state, Optional<Failure> last) {
    String word =
        switch (state) {
          case IDLE, DOWN, CLOSED -> "idle";
          case STARTING -> "spawning";
          case RUNNING -> "running";
          case BACKOFF -> "backoff";
          case QUARANTINED -> "quarantined";
          case STOPPING -> "shutting_down";
        };
    return new Health(word, last.map(Failure::message).orElse(""));
  }

  /**
   * Where its data is (5.4), if it may have any. Whoever keeps plugins themselves in the home of
   * their data has one folder for both, and that is not only storage.
   */
  private Optional<Path> storage() {
    return host.homes()
        .dataOf(plugin.manifest().name())
        .filter(
            data ->
                plugin.manifest().capabilities().isGranted(Capability.WRITE_PLUGIN_DATA)
                    || Files.isDirectory(data, LinkOption.NOFOLLOW_LINKS))
        .filter(data -> DataFiles.areApart(data, plugin.folder()) && !AinbFolders.isMarked(data));
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin of) {
    if (type == ManifestedPlugin.class) {
      return Optional.of(type.cast(new AinbManifestFile(plugin)));
    }
    if (type == StoringPlugin.class) {
      return storage().map(it -> type.cast((StoringPlugin) () -> it));
    }
    return type == AinbPlugin.class
        ? Optional.of(type.cast(new AinbPlugin(of, plugin.manifest())))
        : Optional.empty();
  }
}
