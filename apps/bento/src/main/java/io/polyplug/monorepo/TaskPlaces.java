package io.polyplug.monorepo;

import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.container.Containers;
import io.polyplug.monorepo.container.Placement;
import io.polyplug.monorepo.run.PinnedFolders;
import io.polyplug.monorepo.run.PlacedCommands;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;

/** Where tasks run, and what runs their commands there. */
final class TaskPlaces {
  private final MonorepoOptions options;
  private final Environment environment;
  private final Spawner spawner;
  private final Containers containers;
  private final PinnedFolders pinned;

  TaskPlaces(
      MonorepoOptions options, Environment environment, Spawner spawner, Workspace workspace) {
    this.options = options;
    this.environment = environment;
    this.spawner = spawner;
    this.containers =
        new Containers(
            new ProgramLookup(options.folder(), environment.variables().getOrDefault("PATH", "")),
            environment,
            spawner,
            options.clock(),
            options.log()::warn);
    this.pinned =
        new PinnedFolders(
            workspace.settings(), PinnedFolders.toolsIn(options.environment()), options.log());
  }

  /** Where the settings want them; a problem if that cannot be. */
  Placement placement(RepositorySettings settings) throws WorkspaceProblem, InterruptedException {
    Placement placement = containers.place(settings.container(), settings.image());
    if (placement instanceof Placement.Nowhere nowhere) {
      throw nowhere.problem();
    }
    return placement;
  }

  PlacedCommands commands(Placement placement) {
    return new PlacedCommands(spawner, options.clock(), placement, containers, environment, pinned);
  }
}
