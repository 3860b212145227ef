package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loads one plugin, in the order of section 7. What makes it unavailable is thrown. */
final class PluginLoader {
  /** Section 19: for each function of an adapter. */
  static final Duration FUNCTION_LIMIT = Duration.ofSeconds(30);

  private final PluginInfo info;
  private final Path folder;
  private final BabOptions options;
  private final BabHost host;
  private final InstanceContext context;

  PluginLoader(
      PluginInfo info, Path folder, BabOptions options, BabHost host, InstanceContext context) {
    this.info = info;
    this.folder = folder;
    this.options = options;
    this.host = host;
    this.context = context;
  }

  /**
   * @param running the adapter of the last load, which is kept if it is the same file and lives; a
   *     load that fails leaves it as it is
   */
  LoadedPlugin load(@Nullable HeldAdapter running) throws InterruptedException {
    try {
      BabManifest manifest = BabManifest.read(folder);
      if (!manifest.id().equals(info.id())) {
        throw wrong("its manifest has another id now: " + manifest.id());
      }
      Map<String, String> toolPrompts = ToolPrompts.read(manifest, folder, this::warn);
      Map<String, String> environment =
          RunEnvironment.of(
              host.globalFile(), host.environment(), EnvFile.read(folder), options.filter());
      findCommand(manifest);
      Optional<AdapterFile> file = AdapterFile.of(folder);
      Way way = file.isPresent() ? scripted(file.get(), running) : without(manifest);
      return new LoadedPlugin(manifest, folder, toolPrompts, environment, way);
    } catch (InvalidManifest | PluginFiles.Unusable e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private void findCommand(BabManifest manifest) {
    try {
      new ProgramLookup(host.folder(), host.environment().getOrDefault("PATH", ""))
          .find(manifest.command());
    } catch (LaunchFailure e) {
      throw unavailable(
          FailureCode.LAUNCH_FAILED,
          "the command of plugin "
              + info.id()
              + ", "
              + UntrustedText.excerpt(manifest.command(), 200)
              + ", cannot be run: "
              + e.getMessage());
    }
  }

  private Way without(BabManifest manifest) {
    return manifest
        .delegate()
        .<Way>map(Way.Plain::new)
        .orElseGet(() -> new Way.Missing(Sentences.noAdapter(info.id())));
  }

  private Way scripted(AdapterFile file, @Nullable HeldAdapter running)
      throws InterruptedException {
    if (running != null && running.isOf(file) && !running.isGone()) {
      validate(running.adapter());
      return new Way.Scripted(running);
    }
    Adapter adapter;
    try {
      adapter = host.adapters().start(file.file(), info, context);
    } catch (AdapterFailure e) {
      if (e.kind() == AdapterFailure.Kind.NO_RUNTIME) {
        return new Way.Missing(Sentences.noRuntime(e));
      }
      throw unavailable(FailureCode.LAUNCH_FAILED, "adapter.ts could not be loaded: " + shown(e));
    }
    boolean good = false;
    try {
      validate(adapter);
      good = true;
      return new Way.Scripted(new HeldAdapter(adapter, file));
    } finally {
      if (!good) {
        adapter.close();
      }
    }
  }

  private void validate(Adapter adapter) throws InterruptedException {
    if (adapter.has("validate")) {
      try {
        adapter.call("validate", List.of(), FUNCTION_LIMIT);
      } catch (AdapterFailure e) {
        throw unavailable(FailureCode.UNAVAILABLE, "its validate() failed: " + shown(e));
      }
    }
  }

  private static String shown(AdapterFailure failure) {
    return UntrustedText.excerpt(failure.getMessage(), 2000);
  }

  private void warn(String text) {
    context.events().emit(new HostEvent.LogLine(info.key(), HostEvent.Level.WARN, text));
  }

  private PluginFailure wrong(String reason) {
    return unavailable(FailureCode.INVALID_CONFIGURATION, reason);
  }

  private PluginFailure unavailable(FailureCode code, String reason) {
    warn("unavailable: " + reason);
    return new Failure(code, info.id(), reason).thrown();
  }
}
