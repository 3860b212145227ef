package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A row of the table of built-in languages at work. */
final class BuiltinAdapter implements Adapter {
  private final ConcurrentMap<Path, Optional<Toolchain>> pins = new ConcurrentHashMap<>();
  private final Language language;
  private final Project project;
  private final Probes probes;
  private final ToolRunner tools;
  private final Installs installs;

  BuiltinAdapter(
      Language language, Project project, Probes probes, ToolRunner tools, Installs installs) {
    this.language = language;
    this.project = project;
    this.probes = probes;
    this.tools = tools;
    this.installs = installs;
  }

  @Override
  public String id() {
    return language.id();
  }

  @Override
  public String toolName() {
    return language.tool();
  }

  @Override
  public List<String> fingerprintFiles() {
    return language.fingerprint();
  }

  @Override
  public List<String> derived() {
    return language.derived();
  }

  @Override
  public boolean detects(Path dish) {
    return language.detection().in(dish, project);
  }

  @Override
  public List<AdapterTask> tasks(Path dish) {
    List<AdapterTask> tasks = new ArrayList<>(language.tasks().size());
    for (TaskRow row : language.tasks()) {
      tasks.add(row.in(dish, project));
    }
    return tasks;
  }

  @Override
  public Optional<Toolchain> pin(Path dish) throws WorkspaceProblem {
    Optional<Toolchain> known = pins.get(dish);
    if (known == null) {
      known = findPin(dish);
      pins.put(dish, known);
    }
    return known;
  }

  private Optional<Toolchain> findPin(Path dish) throws WorkspaceProblem {
    for (Language.Pin pin : language.pins()) {
      String version = pin.source().version(dish, project);
      if (version != null) {
        return Optional.of(new Toolchain(pin.tool(), version));
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> resolvedToolchain() {
    return language.probe().ask(probes);
  }

  /** A tool that gives no answer is as good as one that is not there. */
  @Override
  public boolean lostToolchain(Path dish) {
    return false;
  }

  @Override
  public Optional<String> missingDependencies(Path dish, Optional<Path> programs) {
    Installer installer = language.installer();
    return installer.missing(installer.folder(dish, project), project, tools.first(programs));
  }

  @Override
  public void install(Path dish, String dishName, Optional<Path> programs)
      throws InstallFailure, InterruptedException {
    Installer installer = language.installer();
    Path folder = installer.folder(dish, project);
    ToolRunner with = tools.first(programs);
    List<InstallStep> steps = installer.steps(folder, project, with);
    if (installer.shared()) {
      installs.runOnce(language.id(), folder, steps, with);
    } else {
      Installs.run(folder, steps, with);
    }
  }

  @Override
  public Optional<DiagnosticHook> diagnosticHook(String taskName) {
    return language.hooks().hook(taskName, probes);
  }

  @Override
  public String toString() {
    return language.id();
  }
}
