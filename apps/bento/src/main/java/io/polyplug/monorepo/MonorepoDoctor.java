package io.polyplug.monorepo;

import io.polyplug.bento.BentoAdapter;
import io.polyplug.bento.RejectedAdapter;
import io.polyplug.host.GuardedStarts;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.PluginsTable;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.config.WorkspaceReader;
import io.polyplug.monorepo.files.Looks;
import io.polyplug.monorepo.inspect.Doctor;
import io.polyplug.monorepo.inspect.DoctorAnswer;
import io.polyplug.monorepo.plan.DishGraph;
import io.polyplug.monorepo.plan.GitChanges;
import io.polyplug.monorepo.store.LocalStore;
import io.polyplug.process.Environment;
import java.nio.file.Path;
import java.util.Optional;

/** Looks for what is wrong, also where a workspace cannot even be opened. Changes nothing. */
public final class MonorepoDoctor {
  private MonorepoDoctor() {}

  public static Answer look(MonorepoOptions options) throws InterruptedException {
    Doctor doctor = new Doctor(options.environment(), options.home());
    look(options, doctor);
    return DoctorAnswer.of(doctor.checks());
  }

  private static void look(MonorepoOptions options, Doctor doctor) throws InterruptedException {
    Path root;
    try {
      root = Monorepo.root(options);
    } catch (WorkspaceProblem e) {
      doctor.cannotRead("workspace", e);
      return;
    }
    PluginsTable wanted;
    Workspace workspace;
    try {
      wanted = PluginsTable.read(root);
      workspace = WorkspaceReader.read(root, Runtime.getRuntime().availableProcessors());
      for (Bento bento : workspace.bentos()) {
        // Unknown dependencies and cycles are mistakes of the configuration, too.
        DishGraph.of(bento);
      }
    } catch (WorkspaceProblem e) {
      doctor.cannotRead("config", e);
      return;
    }
    Environment environment = Environment.empty().withAll(options.environment());
    GuardedStarts spawner = Monorepo.spawner(options);
    try (spawner;
        Languages languages =
            Languages.start(options, environment, spawner, Optional.of(wanted), Looks.unnoted())) {
      doctor.look(
          workspace,
          languages.registry(),
          LocalStore.rootIn(options.environment()),
          new GitChanges(root, environment, spawner, options.clock()));
      for (BentoAdapter plugin : languages.plugins()) {
        doctor.plugin(plugin.id(), Optional.empty());
      }
      for (RejectedAdapter rejected : languages.rejected()) {
        doctor.plugin(rejected.id(), Optional.of(rejected.reason()));
      }
    }
  }
}
