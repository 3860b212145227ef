package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.ToolInfo;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plugin as the host sees it: one instance for all, loaded by the first call.
 *
 * <p>A manifest may change while runs are under way, and they go on: two readings are the same
 * plugin as long as their id is, and everything else is taken as it was last read.
 */
final class BabDefinition implements PluginDefinition {
  private volatile PluginInfo info;
  private final Path folder;
  private volatile BabManifest manifest;
  private final BabOptions options;
  private final BabHost host;
  private @Nullable CommandRuns commands;

  private BabDefinition(
      PluginInfo info, Path folder, BabManifest manifest, BabOptions options, BabHost host) {
    this.info = info;
    this.folder = folder;
    this.manifest = manifest;
    this.options = options;
    this.host = host;
  }

  static BabDefinition installed(Path folder, BabManifest manifest, BabHost host) {
    String installation = String.valueOf(folder.getFileName());
    return new BabDefinition(
        info(manifest, folder, installation), folder, manifest, BabOptions.DEFAULT, host);
  }

  static BabDefinition bound(
      Path folder, BabManifest manifest, BabOptions options, Path file, BabHost host) {
    return new BabDefinition(info(manifest, file, ""), folder, manifest, options, host);
  }

  private static PluginInfo info(BabManifest manifest, Path origin, String installation) {
    return new PluginInfo(
        BabContract.ID,
        manifest.id(),
        manifest.name(),
        manifest.version(),
        "",
        origin,
        installation);
  }

  Path folder() {
    return folder;
  }

  @Override
  public PluginInfo info() {
    return info;
  }

  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.shared(Start.LAZY, AfterDown.RESTART_ON_CALL).finishingCalls();
  }

  @Override
  public List<String> commandLine() {
    return List.of(current().command());
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return Optional.of(RoleTools.of(current()));
  }

  /** What the manifest says now, or said when it was last right. */
  private BabManifest current() {
    try {
      return BabManifest.read(folder);
    } catch (InvalidManifest e) {
      return manifest;
    }
  }

  @Override
  public Session start(InstanceContext context) {
    return BabSession.start(info, folder, options, host, commands(context), context);
  }

  private synchronized CommandRuns commands(InstanceContext context) {
    if (commands == null) {
      commands =
          new CommandRuns(info.id(), host, settings(), options, context.spawner(), context.clock());
    }
    return commands;
  }

  private BabSettings settings() {
    try {
      return host.settings();
    } catch (PluginFiles.Unusable e) {
      throw new Failure(FailureCode.INVALID_CONFIGURATION, info.id(), e.getMessage()).thrown();
    }
  }

  @Override
  public List<String> diagnose() {
    List<String> problems = new ArrayList<>();
    try {
      host.settings();
      host.globalFile();
    } catch (PluginFiles.Unusable e) {
      problems.add(e.getMessage());
    }
    ProgramLookup programs =
        new ProgramLookup(host.folder(), host.environment().getOrDefault("PATH", ""));
    try {
      BabManifest now = BabManifest.read(folder);
      EnvFile.read(folder);
      Optional<AdapterFile> adapter = AdapterFile.of(folder);
      programs.find(now.command());
      if (adapter.isPresent() && !has(programs, "bun") && !has(programs, "node")) {
        problems.add(
            "No JavaScript runtime (bun or node) was found on the PATH; install one of them.");
      } else if (adapter.isEmpty() && now.delegate().isEmpty()) {
        problems.add(
            Sentences.noAdapter(info.id()) + ", and its manifest has no delegate in place of it.");
      }
    } catch (InvalidManifest | PluginFiles.Unusable | LaunchFailure e) {
      problems.add(UntrustedText.escape(String.valueOf(e.getMessage())));
    }
    return problems;
  }

  private static boolean has(ProgramLookup programs, String name) {
    try {
      programs.find(name);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }

  @Override
  public boolean sameAs(PluginDefinition other) {
    return other instanceof BabDefinition it
        && it.info.key().equals(info.key())
        && it.info.origin().equals(info.origin())
        && it.folder.equals(folder)
        && it.options.equals(options);
  }

  @Override
  public void readAgain(PluginDefinition newer) {
    if (newer instanceof BabDefinition it) {
      info = it.info;
      manifest = it.manifest;
    }
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin plugin) {
    if (type == ManifestedPlugin.class) {
      return Optional.of(type.cast(new BabManifestFile(folder)));
    }
    return type == BabPlugin.class
        ? Optional.of(type.cast(new BabPlugin(plugin, folder)))
        : Optional.empty();
  }
}
