package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterError;
import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.BentoAdapter;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A language that a plugin knows. */
public final class PluginAdapter implements Adapter {
  private final BentoAdapter plugin;

  public PluginAdapter(BentoAdapter plugin) {
    this.plugin = plugin;
  }

  /** The plugin itself. */
  public BentoAdapter plugin() {
    return plugin;
  }

  @Override
  public String id() {
    return plugin.id();
  }

  @Override
  public String toolName() {
    return plugin.id();
  }

  @Override
  public List<String> fingerprintFiles() {
    return plugin.manifest().fingerprintFiles();
  }

  @Override
  public List<String> derived() {
    return List.of();
  }

  @Override
  public boolean detects(Path dish) {
    return plugin.detect(dish);
  }

  @Override
  public List<AdapterTask> tasks(Path dish) {
    return plugin.manifest().defaultTasks();
  }

  @Override
  public Optional<Toolchain> pin(Path dish) throws WorkspaceProblem {
    try {
      return plugin.requiredToolchain(dish);
    } catch (AdapterError e) {
      throw new WorkspaceProblem(
          ProblemKind.INTERNAL,
          String.valueOf(e.getMessage()),
          Optional.of(dish.toString()),
          Optional.of("The plugin is " + plugin.program() + "."),
          List.of());
    }
  }

  @Override
  public Optional<String> resolvedToolchain() {
    return plugin.resolvedToolchainFingerprint();
  }

  @Override
  public boolean lostToolchain(Path dish) {
    return plugin.lostToolchain(dish);
  }

  /** There is no way to ask a plugin. */
  @Override
  public Optional<String> missingDependencies(Path dish, Optional<Path> programs) {
    return Optional.empty();
  }

  @Override
  public void install(Path dish, String dishName, Optional<Path> programs)
      throws InstallFailure, InterruptedException {
    try {
      plugin.install(dish, dishName);
    } catch (AdapterError e) {
      throw new InstallFailure(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Optional<DiagnosticHook> diagnosticHook(String taskName) {
    return plugin.manifest().hook(taskName);
  }
}
