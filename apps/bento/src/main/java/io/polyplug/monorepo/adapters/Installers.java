package io.polyplug.monorepo.adapters;

import io.polyplug.process.CommandResult;
import io.polyplug.process.LaunchFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ways of installing that there are. */
final class Installers {
  private static final Duration CHECK_LIMIT = Duration.ofMinutes(1);

  private Installers() {}

  /** One command, into a place that nobody can look at: always ready. */
  record ToCache(TaskCommand command) implements Installer {
    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      return List.of(InstallStep.of(command.in(folder, project)));
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      return Optional.empty();
    }
  }

  /** One command that leaves a file or a folder behind. */
  record IntoDish(String command, String mark, boolean directory) implements Installer {
    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      return List.of(InstallStep.of(command));
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      Path path = folder.resolve(mark);
      boolean there = directory ? Files.isDirectory(path) : Files.exists(path);
      return there ? Optional.empty() : Optional.of(mark + " missing");
    }
  }

  /** Only where there is a lock file. */
  record Deno() implements Installer {
    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      return Files.isRegularFile(folder.resolve("deno.lock"))
          ? List.of(InstallStep.of("deno install --frozen=true"))
          : List.of();
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      return Optional.empty();
    }
  }

  /** The manager itself knows whether everything is there. */
  record Ruby() implements Installer {
    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      boolean locked = Files.isRegularFile(folder.resolve("Gemfile.lock"));
      Map<String, String> variables = locked ? Map.of("BUNDLE_FROZEN", "true") : Map.of();
      return List.of(new InstallStep(List.of("bundle", "install"), variables));
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      if (!tools.has("bundle")) {
        return Optional.empty();
      }
      try {
        CommandResult check = tools.run(List.of("bundle", "check"), folder, Map.of(), CHECK_LIMIT);
        boolean good = check.status().isPresent() && check.status().get().isSuccess();
        return good && !check.timedOut() ? Optional.empty() : Optional.of("bundle check failed");
      } catch (LaunchFailure e) {
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }

  /** With poetry, or into a virtual environment that is made first. */
  record Python() implements Installer {
    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      if (has(folder, "poetry.lock")) {
        return List.of(InstallStep.of("poetry install"));
      }
      String what = what(folder);
      if (what.isEmpty()) {
        return List.of();
      }
      boolean uv = tools.has("uv");
      List<InstallStep> steps = new ArrayList<>(2);
      if (!Files.isDirectory(folder.resolve(".venv"))) {
        steps.add(InstallStep.of(uv ? "uv venv" : "python3 -m venv .venv"));
      }
      steps.add(InstallStep.of((uv ? "uv pip install " : ".venv/bin/pip install ") + what));
      return steps;
    }

    private static String what(Path folder) {
      if (has(folder, "pyproject.toml") || has(folder, "setup.py")) {
        return "-e .";
      }
      return has(folder, "requirements.txt") ? "-r requirements.txt" : "";
    }

    private static boolean has(Path folder, String file) {
      return Files.isRegularFile(folder.resolve(file));
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      boolean nothing = what(folder).isEmpty() && !has(folder, "poetry.lock");
      return nothing || Files.isDirectory(folder.resolve(".venv"))
          ? Optional.empty()
          : Optional.of(".venv missing");
    }
  }

  /** Once for all dishes of a Node workspace. */
  record Node(NodePackager manager) implements Installer {
    @Override
    public Path folder(Path dish, Project project) {
      return project.node().installFolder(dish);
    }

    @Override
    public boolean shared() {
      return true;
    }

    @Override
    public List<InstallStep> steps(Path folder, Project project, ToolRunner tools) {
      return List.of(new InstallStep(manager.installCommand(folder), Map.of()));
    }

    @Override
    public Optional<String> missing(Path folder, Project project, ToolRunner tools) {
      return project.node().nothingToInstall(folder) ? Optional.empty() : manager.missing(folder);
    }
  }
}
